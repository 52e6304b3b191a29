import type { CardRules } from './card-rules.ts';
import type { SandboxWallet } from './wallet.ts';

type Card = { number: string; name: string };
type Failure = { type: string; code?: string; message: string };
type Listener = (event: unknown) => void;

type Parts = { cards: readonly Card[]; look: string; rules: CardRules; wallet: SandboxWallet };

/**
 * Stands in for Stripe.js on a page: defines `window.Stripe` with what React Stripe.js uses. It is sent to browsers as its
 * own source, so it refers to nothing outside itself. Card numbers go to the sandbox and are kept nowhere.
 */
export function sandboxStripe({ cards, look, rules, wallet }: Parts): void {
  const { digitsOf, grouped, expiryText, numberProblem, expiryProblem, codeProblem } = rules;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(look);

  function emitter() {
    const listeners = new Map<string, Set<Listener>>();
    return {
      on(name: string, listener: Listener) {
        listeners.set(name, (listeners.get(name) ?? new Set<Listener>()).add(listener));
      },
      off(name: string, listener: Listener) {
        listeners.get(name)?.delete(listener);
      },
      emit(name: string, event: unknown) {
        for (const listener of listeners.get(name) ?? []) listener(event);
      },
    };
  }

  function element<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Record<string, string>,
    ...children: (Node | string)[]
  ) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }

  type FieldOptions = {
    id: string;
    label: string;
    autocomplete: string;
    placeholder: string;
    most: number;
    format: (digits: string) => string;
    problem: (text: string) => string;
    wide?: boolean;
  };

  function field(options: FieldOptions, changed: () => void) {
    const input = element('input', {
      id: options.id,
      name: options.id,
      inputmode: 'numeric',
      autocomplete: options.autocomplete,
      placeholder: options.placeholder,
      'aria-describedby': `${options.id}-error`,
    });
    const error = element('p', { id: `${options.id}-error`, class: 'error' });
    const show = () => {
      const problem = options.problem(input.value);
      error.textContent = problem;
      input.setAttribute('aria-invalid', String(problem !== ''));
      return problem;
    };
    input.addEventListener('input', () => {
      const isDeleting = input.selectionStart !== input.value.length;
      if (!isDeleting) input.value = options.format(digitsOf(input.value).slice(0, options.most));
      if (options.problem(input.value) === '') show();
      changed();
    });
    input.addEventListener('blur', () => input.value !== '' && show());
    const label = element('label', { for: options.id }, options.label);
    const box = element('div', options.wide === true ? { class: 'wide' } : {}, label, input, error);
    return { box, input, show, isComplete: () => options.problem(input.value) === '' };
  }

  function cardHelp() {
    const list = element('ul', {});
    for (const card of cards) list.append(element('li', {}, `${grouped(card.number)} ${card.name}`));
    return element('details', {}, element('summary', {}, 'Sandbox: 4242 4242 4242 4242 pays. Other test cards'), list);
  }

  function cardForm() {
    const events = emitter();
    const changed = () => events.emit('change', { elementType: 'payment', complete: isComplete(), empty: isEmpty() });
    const number = field(
      {
        id: 'sandbox-card-number',
        label: 'Card number',
        autocomplete: 'cc-number',
        placeholder: '1234 1234 1234 1234',
        most: 19,
        format: grouped,
        problem: numberProblem,
        wide: true,
      },
      changed,
    );
    const expiry = field(
      {
        id: 'sandbox-card-expiry',
        label: 'Expiration date',
        autocomplete: 'cc-exp',
        placeholder: 'MM / YY',
        most: 4,
        format: expiryText,
        problem: expiryProblem,
      },
      changed,
    );
    const code = field(
      {
        id: 'sandbox-card-code',
        label: 'Security code',
        autocomplete: 'cc-csc',
        placeholder: 'CVC',
        most: 4,
        format: (digits) => digits,
        problem: codeProblem,
      },
      changed,
    );
    const fields = [number, expiry, code];
    const isComplete = () => fields.every((one) => one.isComplete());
    const isEmpty = () => fields.every((one) => one.input.value === '');
    const host = element('div', {});
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(element('div', { class: 'grid' }, ...fields.map((one) => one.box)), cardHelp());
    const check = (): Failure | undefined => {
      const shown = fields.map((one) => ({ one, problem: one.show() }));
      const first = shown.find(({ problem }) => problem !== '');
      if (first === undefined) return undefined;
      first.one.input.focus();
      return { type: 'validation_error', code: 'incomplete', message: first.problem };
    };
    return { host, root, events, check, number: () => digitsOf(number.input.value), focus: () => number.input.focus() };
  }

  type Form = ReturnType<typeof cardForm>;

  function paymentElement(form: Form) {
    return {
      ...form.events,
      mount(target: string | HTMLElement) {
        const node = typeof target === 'string' ? document.querySelector(target) : target;
        node?.append(form.host);
        queueMicrotask(() => form.events.emit('ready', { elementType: 'payment' }));
      },
      unmount: () => form.host.remove(),
      destroy: () => form.host.remove(),
      update: () => undefined,
      collapse: () => undefined,
      focus: form.focus,
      blur: () => undefined,
      clear: () => undefined,
    };
  }

  /** The wallet's button; a page that asks for it offers it first. */
  function expressElement() {
    const events = emitter();
    const host = element('div', {});
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(wallet({ events, root, element }));
    return {
      ...events,
      mount(target: string | HTMLElement) {
        const node = typeof target === 'string' ? document.querySelector(target) : target;
        node?.append(host);
        queueMicrotask(() => events.emit('ready', { availablePaymentMethods: { googlePay: true } }));
      },
      unmount: () => host.remove(),
      destroy: () => host.remove(),
      update: () => undefined,
    };
  }

  function createElements(options: { clientSecret?: string }) {
    let secret = options.clientSecret ?? '';
    let form: Form | null = null;
    let payment: ReturnType<typeof paymentElement> | null = null;
    return {
      create(type: string) {
        if (type === 'expressCheckout') return expressElement();
        if (type !== 'payment') throw new Error(`The sandbox has no element of type ${type}.`);
        form = cardForm();
        payment = paymentElement(form);
        return payment;
      },
      getElement: (type: string) => (type === 'payment' ? payment : null),
      update(changes: { clientSecret?: string }) {
        secret = changes.clientSecret ?? secret;
      },
      fetchUpdates: () => Promise.resolve({}),
      submit: () => {
        const error = form?.check();
        return Promise.resolve(error === undefined ? {} : { error });
      },
      on: () => undefined,
      off: () => undefined,
      _form: () => form,
      _secret: () => secret,
    };
  }

  async function call(path: string, body: unknown): Promise<{ paymentIntent: unknown; error: unknown }> {
    const answer = await fetch(`/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`sandbox answered ${answer.status}`);
    return (await answer.json()) as { paymentIntent: unknown; error: unknown };
  }

  const connectionError = {
    type: 'api_connection_error',
    message: 'We are experiencing issues connecting to our payments provider. Please check your connection.',
  };

  function result(answer: { paymentIntent: unknown; error: unknown }) {
    return answer.error === null ? { paymentIntent: answer.paymentIntent } : { error: answer.error };
  }

  function challenge(form: Form | null): Promise<boolean> {
    return new Promise((done) => {
      const pass = element('button', { type: 'button' }, 'Complete authentication');
      const fail = element('button', { type: 'button', class: 'second' }, 'Fail authentication');
      const title = element('h2', { id: 'sandbox-challenge' }, '3-D Secure');
      const text = element('p', {}, 'Your bank asks you to confirm this sandbox payment.');
      const dialog = element('dialog', { 'aria-labelledby': 'sandbox-challenge' }, title, text, pass, fail);
      const finish = (passed: boolean) => {
        dialog.remove();
        done(passed);
      };
      pass.addEventListener('click', () => finish(true));
      fail.addEventListener('click', () => finish(false));
      dialog.addEventListener('cancel', () => finish(false));
      (form?.root ?? document.body).append(dialog);
      dialog.showModal();
    });
  }

  type Confirm = {
    elements: ReturnType<typeof createElements>;
    clientSecret?: string;
    redirect?: string;
    confirmParams?: { return_url?: string; receipt_email?: string; shipping?: unknown };
  };

  async function confirm({ elements, clientSecret, confirmParams }: Confirm) {
    const form = elements._form();
    const problem = form?.check();
    if (problem !== undefined) return { error: problem };
    const secret = clientSecret ?? elements._secret();
    const answer = await call('confirm', {
      client_secret: secret,
      // Without a card form it is the wallet that pays.
      number: form?.number() ?? '4242424242424242',
      receipt_email: confirmParams?.receipt_email ?? null,
      shipping: confirmParams?.shipping ?? null,
    });
    const { paymentIntent } = answer;
    const asks =
      typeof paymentIntent === 'object' &&
      paymentIntent !== null &&
      'status' in paymentIntent &&
      paymentIntent.status === 'requires_action';
    if (!asks) return result(answer);
    return result(await call('authenticate', { client_secret: secret, passed: await challenge(form) }));
  }

  const unsupported = () =>
    Promise.resolve({ error: { type: 'invalid_request_error', message: 'Not in the sandbox.' } });
  const stripe = {
    elements: createElements,
    confirmPayment: (options: Confirm) => confirm(options).catch(() => ({ error: connectionError })),
    retrievePaymentIntent: (clientSecret: string) =>
      call('retrieve', { client_secret: clientSecret })
        .then(result)
        .catch(() => ({ error: connectionError })),
    createToken: unsupported,
    createPaymentMethod: unsupported,
    confirmCardPayment: unsupported,
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
  Object.assign(window, { Stripe: Object.assign(() => stripe, { version: 'sandbox' }) });
}
