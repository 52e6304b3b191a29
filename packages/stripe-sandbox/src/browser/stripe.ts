/** Replaces Stripe.js on a page: defines `window.Stripe` with the parts that the checkout uses. */
import { cardForm, type CardForm } from './payment-element.ts';
import { element, emitter, shadowHost } from './dom.ts';
import { walletButton } from './wallet.ts';

type Drawn = { events: ReturnType<typeof emitter>; host: HTMLElement };

/** Methods of every element; `ready` is emitted once it is on the page. */
function mountable({ events, host }: Drawn, ready: object) {
  return {
    ...events,
    mount(target: string | HTMLElement) {
      const node = typeof target === 'string' ? document.querySelector(target) : target;
      node?.append(host);
      queueMicrotask(() => events.emit('ready', ready));
    },
    unmount: () => host.remove(),
    destroy: () => host.remove(),
    update: () => undefined,
  };
}

function paymentElement(form: CardForm) {
  const nothing = () => undefined;
  const element = mountable(form, { elementType: 'payment' });
  return { ...element, collapse: nothing, focus: form.focus, blur: nothing, clear: nothing };
}

/** Wallet button. A page that requests it shows it first. */
function expressElement() {
  const events = emitter();
  const { host, root } = shadowHost();
  root.append(walletButton(events, root));
  return mountable({ events, host }, { availablePaymentMethods: { googlePay: true } });
}

function createElements(options: { clientSecret?: string }) {
  let secret = options.clientSecret ?? '';
  let form: CardForm | null = null;
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

function challenge(form: CardForm | null): Promise<boolean> {
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
    // Without a card form, the wallet pays.
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

const unsupported = () => Promise.resolve({ error: { type: 'invalid_request_error', message: 'Not in the sandbox.' } });
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
