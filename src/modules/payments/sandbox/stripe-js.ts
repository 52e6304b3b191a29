type Card = { number: string; name: string };
type Failure = { type: string; code?: string; message: string };
type Listener = (event: unknown) => void;

/**
 * Stands in for Stripe.js on a page: defines `window.Stripe` with what React Stripe.js uses. It is sent to browsers as its
 * own source, so it refers to nothing outside itself. Card numbers go to the sandbox and are kept nowhere.
 */
export function sandboxStripe(cards: readonly Card[]): void {
  const digitsOf = (text: string) => text.replace(/\D/g, '');
  const css = `
    :host { display: block; font: inherit; color: inherit }
    .grid { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
    .wide { grid-column: 1 / -1 }
    label { display: block; font-size: 14px; margin-bottom: 4px; color: var(--sandbox-text, #3b2a2c) }
    input { box-sizing: border-box; width: 100%; min-height: 46px; padding: 10px 12px; font: inherit; font-size: 16px;
      color: inherit; background: #fff; border: 1px solid #8f7a7c; border-radius: 12px }
    input:focus-visible { outline: 3px solid #f43f5e; outline-offset: 1px }
    input[aria-invalid=true] { border-color: #be123c }
    .error { min-height: 0; margin: 4px 0 0; font-size: 14px; color: #be123c }
    details { margin-top: 12px; font-size: 14px; color: #5b4a4c }
    summary { cursor: pointer; min-height: 24px }
    ul { margin: 6px 0 0; padding-left: 18px; line-height: 1.6 }
    dialog { max-width: 360px; padding: 24px; border: 0; border-radius: 16px; color: #3b2a2c }
    dialog::backdrop { background: rgb(40 20 24 / .5) }
    h2 { margin: 0 0 8px; font-size: 20px }
    button { min-height: 44px; margin-top: 12px; width: 100%; font: inherit; font-size: 16px; cursor: pointer;
      border-radius: 999px; border: 1px solid #be123c; background: #be123c; color: #fff }
    button.second { background: #fff; color: #be123c }
  `;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);

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

  function grouped(digits: string) {
    return (digits.match(/.{1,4}/g) ?? []).join(' ');
  }

  function expiryText(digits: string) {
    return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
  }

  function hasCheckDigit(number: string) {
    let sum = 0;
    for (let place = 0; place < number.length; place += 1) {
      const value = Number(number[number.length - 1 - place]) * (place % 2 === 1 ? 2 : 1);
      sum += value > 9 ? value - 9 : value;
    }
    return number.length >= 12 && sum % 10 === 0;
  }

  function numberProblem(text: string) {
    const number = digitsOf(text);
    if (number.length < 14) return 'Your card number is incomplete.';
    return hasCheckDigit(number) ? '' : 'Your card number is invalid.';
  }

  function expiryProblem(text: string) {
    const digits = digitsOf(text);
    if (digits.length < 4) return "Your card's expiration date is incomplete.";
    const month = Number(digits.slice(0, 2));
    const year = 2000 + Number(digits.slice(2, 4));
    if (month < 1 || month > 12) return "Your card's expiration date is invalid.";
    const isPast = new Date(year, month, 1).getTime() <= Date.now();
    return isPast ? "Your card's expiration year is in the past." : '';
  }

  function codeProblem(text: string) {
    return digitsOf(text).length < 3 ? "Your card's security code is incomplete." : '';
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

  function createElements(options: { clientSecret?: string }) {
    let secret = options.clientSecret ?? '';
    let form: Form | null = null;
    let payment: ReturnType<typeof paymentElement> | null = null;
    return {
      create(type: string) {
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
    if (form === null || problem !== undefined) return { error: problem };
    const secret = clientSecret ?? elements._secret();
    const answer = await call('confirm', {
      client_secret: secret,
      number: form.number(),
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
