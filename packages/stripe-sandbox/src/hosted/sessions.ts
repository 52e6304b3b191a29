import {
  centsOf,
  okResponse,
  invalid,
  newId,
  seconds,
  smallestCharge,
  textOf,
  type ApiResponse,
} from '../responses.ts';
import { emit } from '../events.ts';
import { cancelIntent } from '../payment-intents.ts';
import type { SandboxSession } from '../objects.ts';
import { noSuch } from '../object-calls.ts';
import { textsOf, isForm, type Form } from '../cards.ts';
import type { UnitOfWork } from '../unit-of-work.ts';

type Line = SandboxSession['sandbox_lines'][number];

const daySeconds = 24 * 3_600;

function lineFrom(value: unknown): Line | null {
  const price = isForm(value) ? value.price_data : null;
  if (!isForm(value) || !isForm(price) || !isForm(price.product_data) || price.currency !== 'usd') return null;
  const amount = centsOf(price.unit_amount);
  const quantity = centsOf(value.quantity ?? '1');
  const name = textOf(price.product_data.name);
  return amount === null || quantity === null || name === null ? null : { name, quantity, amount: amount * quantity };
}

/** Returns the lines of `line_items[0][…]`; null if one of them is incomplete. */
function linesFrom(form: Form): Line[] | null {
  if (!isForm(form.line_items)) return null;
  const lines = Object.values(form.line_items).map(lineFrom);
  return lines.every((line) => line !== null) ? lines : null;
}

function countriesOf(form: Form): SandboxSession['shipping_address_collection'] {
  const collection = form.shipping_address_collection;
  return isForm(collection) ? { allowed_countries: Object.values(textsOf(collection.allowed_countries)) } : null;
}

function expiryFrom(form: Form): number | null {
  const expiresAt = form.expires_at === undefined ? seconds() + daySeconds : Number(form.expires_at);
  // One minute of tolerance for clocks, like the provider.
  const isInRange = expiresAt >= seconds() + 29 * 60 && expiresAt <= seconds() + daySeconds + 60;
  return isInRange ? expiresAt : null;
}

type Given = { lines: Line[]; successUrl: string; expiresAt: number };

function sessionFrom(form: Form, { lines, successUrl, expiresAt }: Given): SandboxSession {
  const payment = isForm(form.payment_intent_data) ? form.payment_intent_data : {};
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  return {
    id: newId('cs_test', 24),
    object: 'checkout.session',
    amount_subtotal: total,
    amount_total: total,
    cancel_url: textOf(form.cancel_url),
    client_reference_id: textOf(form.client_reference_id),
    collected_information: { shipping_details: null },
    created: seconds(),
    currency: 'usd',
    customer_details: null,
    customer_email: textOf(form.customer_email),
    expires_at: expiresAt,
    livemode: false,
    metadata: textsOf(form.metadata),
    mode: 'payment',
    payment_intent: null,
    payment_status: 'unpaid',
    shipping_address_collection: countriesOf(form),
    status: 'open',
    success_url: successUrl,
    url: null,
    sandbox_lines: lines,
    sandbox_payment: { metadata: textsOf(payment.metadata), receipt_email: textOf(payment.receipt_email) },
  };
}

export function createSession(work: UnitOfWork, form: Form, publicUrl: string): ApiResponse {
  const lines = linesFrom(form);
  const successUrl = textOf(form.success_url);
  const expiresAt = expiryFrom(form);
  if (form.mode !== 'payment') return invalid('The sandbox knows mode payment only.', 'parameter_unknown');
  if (successUrl === null) return invalid('Missing required param: success_url.', 'parameter_missing');
  if (lines === null || lines.length === 0) return invalid('Missing required param: line_items.', 'parameter_missing');
  if (expiresAt === null) return invalid('The expires_at timestamp must be 30 minutes to 24 hours from now.');
  const session = sessionFrom(form, { lines, successUrl, expiresAt });
  if (session.amount_total < smallestCharge) {
    return invalid('The Checkout Session total amount must be at least 50 cents.', 'amount_too_small');
  }
  const opened = { ...session, url: `${publicUrl}/sandbox/checkout/${session.id}` };
  work.put(opened);
  return okResponse(opened);
}

async function expire(work: UnitOfWork, session: SandboxSession): Promise<SandboxSession> {
  const intent = await work.find('payment_intent', session.payment_intent);
  if (intent !== null) cancelIntent(work, intent);
  const expired: SandboxSession = { ...session, status: 'expired', url: null };
  work.put(expired);
  emit(work, 'checkout.session.expired', expired);
  return expired;
}

/** Marks a session as paid if a payment that was processing at its end has succeeded since. */
async function arrive(work: UnitOfWork, session: SandboxSession): Promise<SandboxSession> {
  const intent = await work.find('payment_intent', session.payment_intent);
  if (intent?.status !== 'succeeded') return session;
  const arrived: SandboxSession = { ...session, payment_status: 'paid' };
  work.put(arrived);
  emit(work, 'checkout.session.async_payment_succeeded', arrived);
  return arrived;
}

/** Returns the session, updated for the current time and its payment; null if there is none. */
export async function sessionNow(work: UnitOfWork, id: string): Promise<SandboxSession | null> {
  const session = await work.find('checkout.session', id);
  if (session?.status === 'open' && session.expires_at <= seconds()) return expire(work, session);
  return session?.status === 'complete' && session.payment_status === 'unpaid' ? arrive(work, session) : session;
}

export async function readSession(work: UnitOfWork, id: string): Promise<ApiResponse> {
  const session = await sessionNow(work, id);
  return session === null ? noSuch('checkout.session', id) : okResponse(session);
}

export async function expireSession(work: UnitOfWork, id: string): Promise<ApiResponse> {
  const session = await sessionNow(work, id);
  if (session === null) return noSuch('checkout.session', id);
  if (session.status !== 'open') {
    return invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`);
  }
  return okResponse(await expire(work, session));
}
