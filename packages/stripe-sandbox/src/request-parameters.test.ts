import { beforeAll, expect, test } from 'vitest';

import { servedCalls } from './api.ts';
import { openEmbedded } from './embedded-database.ts';
import { requests } from './request-parameters.ts';
import { createSandbox } from './sandbox.ts';

type Refusal = { error: { type: string; code?: string; param?: string; message: string } };

let send: typeof fetch;
beforeAll(async () => {
  send = createSandbox({ db: await openEmbedded() }).fetch;
});

/**
 * Makes a call such as `POST /v1/refunds` with a form. Bypasses the SDK, which might refuse the
 * form itself.
 */
async function call(name: string, form: string, key?: string) {
  const [method = '', path] = name.split(' ');
  const isRead = method === 'GET';
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(key && { 'idempotency-key': key }) };
  const url = `http://stripe.test${path}${isRead && form !== '' ? `?${form}` : ''}`;
  const answer = await send(url, { method, headers, ...(isRead ? {} : { body: form }) });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Refusal & { id: string } };
}

async function created(name: string, form: string): Promise<string> {
  const { status, body } = await call(name, form);
  expect(status, body.error?.message).toBe(200);
  return body.id;
}

const payment = 'amount=5900&currency=usd';
const hosted =
  'mode=payment&success_url=https://shop.test/done&line_items[0][quantity]=1' +
  '&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=5900' +
  '&line_items[0][price_data][product_data][name]=Wand';
const taxed =
  'currency=usd&line_items[0][amount]=10000&line_items[0][reference]=goods' +
  '&customer_details[address][country]=GB&customer_details[address_source]=shipping';

const givenIntent = () => created('POST /v1/payment_intents', payment);

async function givenPaid(card = 'pm_card_visa') {
  return created(`POST /v1/payment_intents/${await givenIntent()}/confirm`, `payment_method=${card}`);
}

const webhook = 'url=https://shop.test/api/stripe-webhook&enabled_events[0]=payment_intent.succeeded';
const givenEndpoint = () => created('POST /v1/webhook_endpoints', webhook);
const givenSession = () => created('POST /v1/checkout/sessions', hosted);
const givenRefund = async () => created('POST /v1/refunds', `payment_intent=${await givenPaid()}`);

async function givenDispute() {
  const { body } = await call(`GET /v1/disputes`, `payment_intent=${await givenPaid('pm_card_createDispute')}`);
  return (body as unknown as { data: { id: string }[] }).data[0]?.id ?? '';
}

async function givenTransaction() {
  const { body } = await call(`GET /v1/refunds/${await givenRefund()}`, '');
  return (body as unknown as { balance_transaction: string }).balance_transaction;
}

const none = async () => '';
const charge = async () => (await givenPaid()).replace('pi_', 'ch_');

/**
 * Examples for every served call: the object's id, valid parameters, and parameters of a wrong type
 * with the error message.
 */
const examples: [name: string, id: () => Promise<string>, good: string, wrong: string, message: string][] = [
  ['POST /v1/payment_intents', none, payment, 'amount=59.00&currency=usd', 'Invalid integer: 59.00'],
  [
    'POST /v1/payment_intents/:id',
    givenIntent,
    'metadata[a]=b&metadata[c]=',
    'metadata=text',
    'Invalid object: metadata',
  ],
  [
    'POST /v1/payment_intents/:id/cancel',
    givenIntent,
    'cancellation_reason=abandoned',
    'cancellation_reason=bored',
    'Invalid cancellation_reason: must be one of abandoned, duplicate, fraudulent, requested_by_customer',
  ],
  [
    'POST /v1/payment_intents/:id/confirm',
    givenIntent,
    'payment_method=pm_card_visa',
    'use_stripe_sdk=yes',
    'Invalid boolean: yes',
  ],
  ['GET /v1/payment_intents', none, 'created[gte]=1&limit=3', 'created[gte]=today', 'Invalid integer: today'],
  [
    'GET /v1/payment_intents/:id',
    givenIntent,
    'expand[0]=latest_charge',
    'expand=latest_charge',
    'Invalid array: expand',
  ],
  ['POST /v1/refunds', none, '', 'amount=all', 'Invalid integer: all'],
  ['POST /v1/refunds/:id', givenRefund, 'metadata[a]=b', 'metadata[a][b]=c', 'Invalid string: metadata[a]'],
  ['GET /v1/refunds', none, 'limit=1', 'limit=few', 'Invalid integer: few'],
  ['GET /v1/refunds/:id', givenRefund, '', 'expand=charge', 'Invalid array: expand'],
  ['GET /v1/charges', none, 'limit=1', 'payment_intent[id]=pi_1', 'Invalid string: payment_intent'],
  ['GET /v1/charges/:id', charge, '', 'expand=customer', 'Invalid array: expand'],
  [
    'POST /v1/disputes/:id',
    givenDispute,
    'evidence[uncategorized_text]=losing_evidence',
    'submit=yes',
    'Invalid boolean: yes',
  ],
  ['POST /v1/disputes/:id/close', givenDispute, '', 'expand=charge', 'Invalid array: expand'],
  ['GET /v1/disputes', none, 'created[gte]=1', 'created=text', 'Invalid integer: text'],
  ['GET /v1/disputes/:id', givenDispute, '', 'expand=charge', 'Invalid array: expand'],
  [
    'GET /v1/balance_transactions',
    none,
    'created[gte]=1&created[lt]=2&expand[0]=data.source&limit=100&type=charge',
    'created[lt]=today',
    'Invalid integer: today',
  ],
  ['GET /v1/balance_transactions/:id', givenTransaction, 'expand[0]=source', 'expand=source', 'Invalid array: expand'],
  ['POST /v1/checkout/sessions', none, hosted, `${hosted}&line_items[0][quantity]=two`, 'Invalid integer: two'],
  ['POST /v1/checkout/sessions/:id/expire', givenSession, '', 'expand=line_items', 'Invalid array: expand'],
  [
    'GET /v1/checkout/sessions',
    none,
    'limit=1',
    'status=paid',
    'Invalid status: must be one of complete, expired, open',
  ],
  ['GET /v1/checkout/sessions/:id', givenSession, '', 'expand=line_items', 'Invalid array: expand'],
  [
    'POST /v1/tax/calculations',
    none,
    taxed,
    `${taxed}&line_items[0][tax_behavior]=none`,
    'Invalid line_items[0][tax_behavior]: must be one of exclusive, inclusive',
  ],
  [
    'POST /v1/webhook_endpoints',
    none,
    webhook,
    'url=https://shop.test/&enabled_events=all',
    'Invalid array: enabled_events',
  ],
  ['GET /v1/webhook_endpoints/:id', givenEndpoint, '', 'expand=url', 'Invalid array: expand'],
  ['DELETE /v1/webhook_endpoints/:id', givenEndpoint, '', 'url=text', 'Received unknown parameter: url'],
];

test('every served call is described, and has its examples here', () => {
  expect(Object.keys(requests().calls).toSorted()).toEqual([...servedCalls].toSorted());
  expect(examples.map(([name]) => name).toSorted()).toEqual([...servedCalls].toSorted());
});

test.each(examples)(
  '%s accepts the published parameters, and refuses others',
  async (name, id, good, wrong, message) => {
    const at = name.replace(':id', await id());
    const taken = name === 'POST /v1/refunds' ? `payment_intent=${await givenPaid()}&amount=1000` : good;
    // Invalid calls first: they change nothing.
    expect(await call(at, `${taken}${taken === '' ? '' : '&'}color=red`)).toMatchObject({
      status: 400,
      body: {
        error: {
          type: 'invalid_request_error',
          code: 'parameter_unknown',
          param: 'color',
          message: 'Received unknown parameter: color',
        },
      },
    });
    expect(await call(at, wrong)).toMatchObject({
      status: 400,
      body: { error: { type: 'invalid_request_error', message } },
    });
    expect(await call(at, taken)).toMatchObject({ status: 200 });
  },
);

test.each([
  ['currency=usd', 'parameter_missing', 'amount', 'Missing required param: amount.'],
  ['amount=5900&currency=', 'parameter_invalid_empty', 'currency', /empty string for 'currency'/],
  [`${payment}&shipping[name]=Mia`, 'parameter_missing', 'shipping[address]', /shipping\[address\]/],
  [`${payment}&automatic_payment_methods[on]=true`, 'parameter_unknown', 'automatic_payment_methods[on]', /unknown/],
  [`${payment}&metadata[a]=${'x'.repeat(501)}`, undefined, 'metadata[a]', /500 characters/],
  [`${payment}&metadata[${'x'.repeat(41)}]=a`, undefined, `metadata[${'x'.repeat(41)}]`, /40 characters/],
  [payment + Array.from({ length: 51 }, (_, n) => `&metadata[k${n}]=v`).join(''), undefined, 'metadata', /50 keys/],
])('an intent with invalid parameters is refused: %#', async (form, code, param, message) => {
  const { status, body } = await call('POST /v1/payment_intents', form);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
  expect(body.error.code).toBe(code);
  expect(body.error.message).toMatch(message);
});

test('a repeated key with the same parameters returns the first response, and with others an idempotency error', async () => {
  const first = await call('POST /v1/payment_intents', payment, 'key-1');
  const again = await call('POST /v1/payment_intents', payment, 'key-1');
  expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true']);
  expect(again.body.id).toBe(first.body.id);
  const other = await call('POST /v1/payment_intents', 'amount=6000&currency=usd', 'key-1');
  expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } });
  expect(await call('POST /v1/payment_intents', payment, 'k'.repeat(256))).toMatchObject({ status: 400 });
});

test('a call refused for its parameters leaves its key free', async () => {
  expect(await call('POST /v1/payment_intents', 'amount=x&currency=usd', 'key-2')).toMatchObject({ status: 400 });
  expect(await call('POST /v1/payment_intents', payment, 'key-2')).toMatchObject({ status: 200 });
});
