import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { beforeAll, expect, test, vi } from 'vitest';

import { confirmPayment, payerOf } from './confirm-payment.ts';

const home = {
  street: '1 Market Street',
  line2: '',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94103',
  country: 'US',
};
const payer = payerOf({
  contact: { email: ' mia@example.com ', firstName: 'Mia', lastName: 'Rose ', phone: '415 555 0132' },
  shipping: home,
  billing: { ...home, city: 'Oakland' },
  billingSameAsShipping: false,
  deliveryInstructions: '',
});

beforeAll(() => {
  vi.stubGlobal('window', { location: { origin: 'https://shop.example' } });
});

/**
 * Confirms with a provider that answers `confirmed`, and `seen` when the payment is read
 * afterwards.
 */
function provider(confirmed: unknown, seen: unknown = {}) {
  const stripe = {
    confirmPayment: () => Promise.resolve(confirmed),
    retrievePaymentIntent: () => Promise.resolve(seen),
  } as unknown as Stripe;
  return confirmPayment({ stripe, elements: {} as StripeElements, clientSecret: 'pi_1_secret_2', payer });
}

const lost = { error: { type: 'api_connection_error', message: 'No connection.' } };

test.each(['succeeded', 'processing'])('a payment that is %s leads to the order', async (status) => {
  expect(await provider({ paymentIntent: { id: 'pi_1', status } })).toEqual({ kind: 'paid', intentId: 'pi_1' });
});

test("a decline shows the provider's message", async () => {
  const error = {
    type: 'card_error',
    message: 'Your card was declined.',
    payment_intent: { status: 'requires_payment_method' },
  };
  expect(await provider({ error })).toEqual({ kind: 'declined', message: 'Your card was declined.' });
});

test.each([
  ['an answer that says so', { status: 'canceled' }, {}],
  ['an answer that does not say what became of it', undefined, { paymentIntent: { id: 'pi_1', status: 'canceled' } }],
])('a payment canceled during the bank check is not reported as a decline: %s', async (_case, intent, seen) => {
  const error = { type: 'invalid_request_error', message: 'This payment cannot be confirmed.', payment_intent: intent };
  expect(await provider({ error }, seen)).toEqual({
    kind: 'over',
    message: 'The time was up before your bank had answered. Nothing was charged.',
  });
});

test('a payment whose answer was lost still leads to the order', async () => {
  const seen = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
  expect(await provider(lost, seen)).toEqual({ kind: 'paid', intentId: 'pi_1' });
});

test('an unknown outcome does not claim that nothing was charged', async () => {
  expect(await provider(lost, lost)).toEqual({ kind: 'unknown', message: 'No connection.' });
});

test('the provider gets the trimmed contact, and the billing address only for the card', () => {
  expect(payer).toMatchObject({ email: 'mia@example.com', name: 'Mia Rose' });
  expect([payer.shipping.city, payer.billing?.city]).toEqual(['San Francisco', 'Oakland']);
});

test('the provider gets names and addresses as the shop stores them', () => {
  const [soft, joined] = ['\u00ad', '\u200b'];
  const { name, shipping, billing } = payerOf({
    contact: { email: 'mia@example.com', firstName: ` M${soft}ia`, lastName: `Ro${joined}se`, phone: '415 555 0132' },
    shipping: { ...home, street: `1 Mar${soft}ket Street`, state: 'california', postalCode: '94103\u20131234 ' },
    billing: { ...home, city: `Lon${joined}don`, state: '', postalCode: 'sw1a1aa', country: 'GB' },
    billingSameAsShipping: false,
    deliveryInstructions: '',
  });
  expect(name).toBe('Mia Rose');
  expect(shipping).toMatchObject({ line1: '1 Market Street', state: 'CA', postal_code: '94103-1234' });
  expect(billing).toMatchObject({ city: 'London', state: '', postal_code: 'SW1A 1AA', country: 'GB' });
});
