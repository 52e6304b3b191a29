import Stripe from 'stripe';
import { expect, test } from 'vitest';

import { eventVerifier } from './events.server.ts';

const stripe = new Stripe('sk_test_events');
const now = () => Math.floor(Date.now() / 1000);

/** Returns a verifier of events that arrive at a time, now unless given. */
function verifier(secrets: string[], receivedAt = new Date()) {
  const verify = eventVerifier(stripe, secrets);
  return (rawBody: string, signature: string) => verify({ rawBody, signature, receivedAt });
}

const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  amount: 5_900,
  amount_received: 5_900,
  currency: 'usd',
  livemode: false,
  metadata: { checkout_id: 'b254c1c8-4fb4-48b8-b66c-22e8476212c5', snapshot: '3' },
};

function body(object: object, type = 'payment_intent.succeeded'): string {
  return JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1_700_000_000, data: { object } });
}

function signed(payload: string, secret: string, timestamp = now()): string {
  return stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

test('while a secret is rotated, the old and the new one verify an event, and a third does not', () => {
  const verify = verifier(['whsec_new', 'whsec_old']);
  const payload = body(intent);
  for (const secret of ['whsec_new', 'whsec_old']) {
    expect(verify(payload, signed(payload, secret))?.intent, secret).toMatchObject({
      id: 'pi_1',
      checkoutId: 'b254c1c8-4fb4-48b8-b66c-22e8476212c5',
      quoteVersion: 3,
      amountReceivedCents: 5_900,
    });
  }
  expect(verify(payload, signed(payload, 'whsec_other'))).toBeNull();
});

test('a header with signatures of both secrets, as the provider sends during a rotation, is verified by either', () => {
  const payload = body(intent);
  const at = now();
  const [, oldPart] = signed(payload, 'whsec_old', at).split(',');
  const header = `${signed(payload, 'whsec_new', at)},${oldPart}`;
  expect(verifier(['whsec_new'])(payload, header)?.id).toBe('evt_1');
  expect(verifier(['whsec_old'])(payload, header)?.id).toBe('evt_1');
});

test.each([
  [-299, true],
  [-302, false],
])('an event signed %i seconds from now is accepted: %s', (seconds, taken) => {
  const payload = body(intent);
  const header = signed(payload, 'whsec_new', now() + seconds);
  expect(verifier(['whsec_new'])(payload, header) !== null).toBe(taken);
});

test('the age of an event counts from the time given, whatever the clock of the process says', () => {
  const payload = body(intent);
  const inAWeek = now() + 7 * 86_400;
  const verify = verifier(['whsec_new'], new Date(inAWeek * 1000));
  expect(verify(payload, signed(payload, 'whsec_new', inAWeek - 299))?.id).toBe('evt_1');
  expect(verify(payload, signed(payload, 'whsec_new', inAWeek - 301))).toBeNull();
});

test('a changed body is refused', () => {
  const payload = body(intent);
  const verify = verifier(['whsec_new']);
  expect(verify(payload.replace('5900', '1'), signed(payload, 'whsec_new'))).toBeNull();
});

test('without a secret no event is verified', () => {
  const payload = body(intent);
  expect(verifier([])(payload, signed(payload, 'whsec_any'))).toBeNull();
});

const verified = (object: object) => {
  const payload = body(object);
  return verifier(['whsec_new'])(payload, signed(payload, 'whsec_new'));
};

test.each([
  ['succeeded', 'succeeded', null],
  ['pending', 'pending', null],
  ['requires_action', 'pending', null],
  ['canceled', 'failed', 'canceled'],
  ['failed', 'failed', 'lost_or_stolen_card'],
])('a refund with the provider status %s is %s', (status, ours, failure) => {
  const refund = { id: 're_1', object: 'refund', amount: 700, payment_intent: 'pi_1', reason: null, status };
  const event = verified({ ...refund, ...(status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}) });
  expect(event?.refund).toEqual({
    id: 're_1',
    intentId: 'pi_1',
    refundId: null,
    amountCents: 700,
    reason: '',
    status: ours,
    failure,
  });
});

test('a dispute event has its time, and a charge event the id of its payment', () => {
  const dispute = {
    id: 'dp_1',
    object: 'dispute',
    amount: 5_900,
    created: 1_699_999_000,
    payment_intent: { id: 'pi_1' },
    reason: 'fraudulent',
    status: 'needs_response',
    evidence_details: { due_by: 1_700_600_000 },
  };
  expect(verified(dispute)?.dispute).toMatchObject({
    intentId: 'pi_1',
    providerUpdatedAt: new Date('2023-11-14T22:13:20Z'),
    evidenceDueAt: new Date('2023-11-21T20:53:20Z'),
  });
  expect(verified({ id: 'ch_1', object: 'charge', payment_intent: 'pi_1' })).toMatchObject({ chargedIntentId: 'pi_1' });
  expect(verified({ id: 'cus_1', object: 'customer' })).toMatchObject({ intent: null, refund: null, dispute: null });
});
