import type { Db } from './database.ts';

import {
  centsOf,
  okResponse,
  failure,
  firstOf,
  invalid,
  limitOf,
  missing,
  newId,
  seconds,
  smallestCharge,
  textOf,
  type ApiResponse,
} from './responses.ts';

import { confirmWith } from './confirm-payment.ts';
import { emit } from './events.ts';
import * as repo from './queries.ts';
import { cardMethods, isWaiting, textsOf, type SandboxIntent, isForm, type Form } from './cards.ts';
import type { UnitOfWork } from './unit-of-work.ts';

function unexpectedState(intent: SandboxIntent, verb: string): ApiResponse {
  const message = `This PaymentIntent's ${verb} could not be done because it has a status of ${intent.status}.`;
  return invalid(message, 'payment_intent_unexpected_state', { intent });
}

/** Merges metadata; an empty text removes a key. */
function mergedMetadata(before: Record<string, string>, form: Form): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...before, ...textsOf(form.metadata) }).filter(([, text]) => text !== ''));
}

/** Returns an intent with the amount, metadata, email and address of a form. */
export function changesFrom(form: Form, before: SandboxIntent): SandboxIntent {
  return {
    ...before,
    amount: centsOf(form.amount) ?? before.amount,
    metadata: mergedMetadata(before.metadata, form),
    receipt_email: typeof form.receipt_email === 'string' ? form.receipt_email : before.receipt_email,
    shipping: isForm(form.shipping) ? { ...form.shipping } : before.shipping,
  };
}

function refusedAmount(form: Form): ApiResponse | null {
  if (form.amount === undefined) return null;
  const amount = centsOf(form.amount);
  if (amount === null) return invalid('Invalid integer: amount', 'parameter_invalid_integer');
  return amount < smallestCharge ? invalid('Amount must be at least 50 cents', 'amount_too_small') : null;
}

/** Returns a new intent without data. */
export function blankIntent(): SandboxIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    amount: 0,
    amount_received: 0,
    currency: 'usd',
    status: 'requires_payment_method',
    client_secret: newId(`${id}_secret`, 16),
    created: seconds(),
    livemode: false,
    metadata: {},
    receipt_email: null,
    shipping: null,
    last_payment_error: null,
    next_action: null,
    payment_method_types: ['card'],
    latest_charge: null,
    card: null,
  };
}

export function createIntent(work: UnitOfWork, form: Form): ApiResponse {
  if (form.amount === undefined) return invalid('Missing required param: amount.', 'parameter_missing');
  if (form.currency !== 'usd') return invalid('Invalid currency', 'invalid_currency');
  const refused = refusedAmount(form);
  if (refused !== null) return refused;
  const intent = changesFrom(form, blankIntent());
  work.put(intent);
  return okResponse(intent);
}

export function updateIntent(work: UnitOfWork, intent: SandboxIntent, form: Form): ApiResponse {
  // Like the provider: a finished intent keeps its amount, but its metadata can still be changed.
  const isOfTexts = Object.keys(form).every((name) => name === 'metadata');
  if (!isWaiting(intent) && !isOfTexts) return unexpectedState(intent, 'amount');
  const refused = refusedAmount(form);
  if (refused !== null) return refused;
  // Like the provider: a change of the intent ends an abandoned authentication.
  const changed = changesFrom(form, intent);
  const next =
    intent.status === 'requires_action'
      ? { ...changed, status: 'requires_payment_method' as const, next_action: null }
      : changed;
  work.put(next);
  return okResponse(next);
}

export function cancelIntent(work: UnitOfWork, intent: SandboxIntent): ApiResponse {
  if (!isWaiting(intent)) return unexpectedState(intent, 'cancelation');
  const canceled: SandboxIntent = { ...intent, status: 'canceled', next_action: null };
  work.put(canceled);
  emit(work, 'payment_intent.canceled', canceled);
  return okResponse(canceled);
}

/** Pays an intent on the server with one of the provider's named test cards. */
export function confirmIntentByMethod(work: UnitOfWork, intent: SandboxIntent, form: Form): ApiResponse {
  if (!isWaiting(intent)) return unexpectedState(intent, 'confirmation');
  const method = textOf(form.payment_method);
  if (method === null) return invalid('You must provide a payment_method.', 'parameter_missing', { intent });
  const number = cardMethods.get(method);
  if (number === undefined) return missing('PaymentMethod', method, 'payment_method');
  const confirmed = confirmWith(work, intent, { number, receiptEmail: null, shipping: null });
  if (confirmed.error !== null) return failure(402, confirmed.error, confirmed.intent ?? intent);
  return okResponse(confirmed.intent);
}

export async function listIntents(db: Db, path: string, query: URLSearchParams): Promise<ApiResponse> {
  const since = new Date(Number(query.get('created[gte]') ?? 0) * 1000);
  const limit = limitOf(query);
  const rest = await repo.listIntents(db, { since, after: query.get('starting_after'), limit: limit + 1 });
  return firstOf(path, limit, rest);
}
