import { element } from './dom.ts';

type Amount = { name: string; amount: number };
type Rate = { id: string; displayName: string; amount: number };
/**
 * The shop's reply to a wallet: its lines in cents, and the shipping rates, the chosen one first.
 */
type Shown = { lineItems: Amount[]; shippingRates: Rate[] };
type Choice = { resolve: (shown: Shown) => void; reject: () => void };

type Events = { emit: (name: string, event: unknown) => void };
type Sheet = { events: Events; root: ShadowRoot };

const place = { city: 'Portland', state: 'OR', postal_code: '97205', country: 'US' };
const address = { ...place, line1: '1 Burnside Street', line2: null };
const name = 'Demo Shopper';
const billingDetails = { name, email: 'demo.shopper@example.com', phone: '+14155550132', address };
const money = (cents: number) => `$${(cents / 100).toFixed(2)}`;

function openSheet({ events, root }: Sheet, first: Shown): void {
  const rates = element('select', { id: 'sandbox-wallet-rate' });
  const lines = element('dl', {});
  const problem = element('p', { role: 'alert', class: 'error' });
  const pay = element('button', { type: 'button' });
  const cancel = element('button', { type: 'button', class: 'second' }, 'Cancel');
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'sandbox-wallet' },
    element('h2', { id: 'sandbox-wallet' }, 'Demo wallet'),
    element('p', {}, 'Stands in for Apple Pay and Google Pay in this demo. No real money moves.'),
    element('p', {}, `${name}, ${address.line1}, ${place.city}, ${place.state} ${place.postal_code}`),
    element('label', { for: 'sandbox-wallet-rate', class: 'above' }, 'Shipping'),
    rates,
    lines,
    problem,
    pay,
    cancel,
  );
  const show = ({ lineItems, shippingRates }: Shown) => {
    const total = lineItems.reduce((sum, { amount }) => sum + amount, 0);
    rates.replaceChildren(
      ...shippingRates.map((rate) =>
        element(
          'option',
          { value: rate.id },
          `${rate.displayName}, ${rate.amount === 0 ? 'free' : money(rate.amount)}`,
        ),
      ),
    );
    lines.replaceChildren(
      ...lineItems.flatMap((line) => [element('dt', {}, line.name), element('dd', {}, money(line.amount))]),
    );
    pay.textContent = `Pay ${money(total)}`;
    pay.disabled = false;
  };
  const fail = (message: string) => {
    problem.textContent = message;
    pay.disabled = false;
  };
  const ask = (event: string, choice: object) => {
    pay.disabled = true;
    const answer: Choice = { resolve: show, reject: () => fail('The shop cannot send it there or that way.') };
    events.emit(event, { ...choice, ...answer });
  };
  rates.addEventListener('change', () => ask('shippingratechange', { shippingRate: { id: rates.value } }));
  pay.addEventListener('click', () => {
    pay.disabled = true;
    problem.textContent = '';
    const paymentFailed = (reason?: { message?: string }) => fail(reason?.message ?? 'It could not be paid.');
    events.emit('confirm', { billingDetails, shippingAddress: { name, address }, paymentFailed });
  });
  const close = () => {
    dialog.remove();
    events.emit('cancel', {});
  };
  cancel.addEventListener('click', close);
  dialog.addEventListener('cancel', close);
  show(first);
  root.append(dialog);
  dialog.showModal();
  ask('shippingaddresschange', { name, address: place });
}

/**
 * Demo wallet: a button that opens a sheet with a made-up shopper. It emits the events of Stripe's
 * wallet buttons.
 */
export function walletButton(events: Events, root: ShadowRoot): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'wallet' }, 'Pay with the demo wallet');
  button.addEventListener('click', () =>
    events.emit('click', { resolve: (first: Shown) => openSheet({ events, root }, first), reject: () => undefined }),
  );
  return button;
}
