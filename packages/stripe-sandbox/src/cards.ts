export type SandboxError = {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'rate_limit_error';
  code?: string;
  decline_code?: string;
  param?: string;
  message: string;
};

type PostalAddress = {
  line1: string;
  line2: string | null;
  city: string;
  state: string | null;
  postal_code: string;
  country: string;
};

export type SandboxShipping = { name: string; phone?: string | null; address: PostalAddress };

export type SandboxIntent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'canceled'
    | 'requires_capture';
  client_secret: string;
  created: number;
  livemode: false;
  metadata: Record<string, string>;
  receipt_email: string | null;
  shipping: SandboxShipping | Record<string, unknown> | null;
  last_payment_error: SandboxError | null;
  next_action: { type: 'use_stripe_sdk' } | null;
  payment_method_types: ['card'];
  /** Missing in intents from before the sandbox had charges. */
  latest_charge?: string | null;
  card: { brand: string; last4: string } | null;
};

/** Progress of a charge's refunds, set by the card that paid. */
export type RefundManner = 'at_once' | 'pending_first' | 'fails_later';

export type DisputeStatus =
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed';

export type DisputeBeginning = { reason: string; status: DisputeStatus };

export type Pays = {
  kind: 'pays';
  copies?: number;
  slow?: true;
  refunds?: RefundManner;
  disputed?: DisputeBeginning;
};

export type CardOutcome =
  | Pays
  | { kind: 'authenticates' }
  | { kind: 'processes'; ends: 'succeeded' | 'declined' }
  | Declines;

type Declines = { kind: 'declines'; error: SandboxError };

function decline(code: string, message: string, more: Pick<SandboxError, 'decline_code'> = {}): Declines {
  return { kind: 'declines', error: { type: 'card_error', code, message, ...more } };
}

export const declined = decline('card_declined', 'Your card was declined.', { decline_code: 'generic_decline' });

const card = (number: string, name: string, outcome: CardOutcome) => ({ number, name, outcome });

const noFunds = decline('card_declined', 'Your card has insufficient funds.', { decline_code: 'insufficient_funds' });
const expired = decline('expired_card', 'Your card has expired.');
const wrongCode = decline('incorrect_cvc', "Your card's security code is incorrect.");
const pays = (more: Omit<Pays, 'kind'> = {}): Pays => ({ kind: 'pays', ...more });
const disputed = (reason: string, status: DisputeStatus) => pays({ disputed: { reason, status } });

/** Test cards of the sandbox. If the provider publishes a number for a case, it is that number. */
export const testCards = [
  card('4242424242424242', 'pays', pays()),
  card('4000000000000002', 'is declined', declined),
  card('4000000000009995', 'has insufficient funds', noFunds),
  card('4000000000000069', 'has expired', expired),
  card('4000000000000127', 'has a wrong security code', wrongCode),
  card('4000002500003155', 'asks for 3-D Secure', { kind: 'authenticates' }),
  card('4000000000000077', 'is processed first, then paid', { kind: 'processes', ends: 'succeeded' }),
  card('4000000000000119', 'is processed first, then declined', { kind: 'processes', ends: 'declined' }),
  card('4000000000003220', 'pays, but the answer is lost', pays({ slow: true })),
  card('4000000000003063', 'pays, and its event comes twice', pays({ copies: 2 })),
  card('4000000000007726', 'pays, and its refunds are pending first', pays({ refunds: 'pending_first' })),
  card('4000000000005126', 'pays, and its refunds fail later', pays({ refunds: 'fails_later' })),
  card('4000000000000259', 'pays, and the payment is disputed as fraudulent', disputed('fraudulent', 'needs_response')),
  card(
    '4000000000002685',
    'pays, and the payment is disputed as not received',
    disputed('product_not_received', 'needs_response'),
  ),
  card('4000000000001976', 'pays, and the bank inquires', disputed('fraudulent', 'warning_needs_response')),
];

/** Test cards by their names in the provider's API. */
export const cardMethods = new Map([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_visa_chargeDeclined', '4000000000000002'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['pm_card_chargeDeclinedExpiredCard', '4000000000000069'],
  ['pm_card_chargeDeclinedIncorrectCvc', '4000000000000127'],
  ['pm_card_authenticationRequiredOnSetup', '4000002500003155'],
  ['pm_card_pendingRefund', '4000000000007726'],
  ['pm_card_refundFail', '4000000000005126'],
  ['pm_card_createDispute', '4000000000000259'],
  ['pm_card_createDisputeProductNotReceived', '4000000000002685'],
  ['pm_card_createDisputeInquiry', '4000000000001976'],
]);

export const authenticationFailed: SandboxError = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/**
 * Returns the outcome of a card number. Unlisted numbers with a valid check digit pay; others are
 * incorrect.
 */
export function cardOutcome(number: string): CardOutcome {
  const known = testCards.find((one) => one.number === number);
  if (known !== undefined) return known.outcome;
  return hasCheckDigit(number) ? pays() : decline('incorrect_number', 'Your card number is incorrect.');
}

/** True when 12 to 19 digits pass the Luhn check. */
export function hasCheckDigit(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

export function cardBrand(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  return /^3[47]/.test(number) ? 'amex' : 'unknown';
}

const waiting = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

/** True when the customer can still change or pay the intent. */
export function isWaiting(intent: Pick<SandboxIntent, 'status'>): boolean {
  return waiting.has(intent.status);
}

/** Returns the intent after it was paid in full. */
export function paid(intent: SandboxIntent): SandboxIntent {
  return {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    next_action: null,
    last_payment_error: null,
    latest_charge: chargeIdOf(intent.id),
  };
}

/**
 * Returns the id of an intent's charge. The sandbox charges an intent once, so the ids correspond.
 */
export function chargeIdOf(intentId: string): string {
  return intentId.replace(/^pi_/, 'ch_');
}

/** Returns the intent after a decline: it waits for another card. */
export function failed(intent: SandboxIntent, error: SandboxError): SandboxIntent {
  return { ...intent, status: 'requires_payment_method', next_action: null, last_payment_error: error };
}

/** Parses the provider's form encoding: `a[b][c]=1` becomes nested values. */
export function parseForm(body: string): Form {
  const result: Form = {};
  for (const [key, value] of new URLSearchParams(body)) {
    const path = key.split(/\[|\]/).filter((part) => part !== '');
    let level = result;
    for (const part of path.slice(0, -1)) {
      const next = Object.hasOwn(level, part) ? level[part] : undefined;
      const child = isForm(next) ? next : {};
      Object.defineProperty(level, part, { value: child, enumerable: true, configurable: true, writable: true });
      level = child;
    }
    const last = path.at(-1);
    if (last !== undefined) {
      Object.defineProperty(level, last, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  return result;
}

export type Form = Record<string, unknown>;

export function isForm(value: unknown): value is Form {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the text values of a nested form field. */
export function textsOf(value: unknown): Record<string, string> {
  if (!isForm(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const thousands = /\B(?=(\d{3}){1,6}\.)/g;

/** Formats cents: 5,900 is '$59.00'. Avoids Intl.NumberFormat, because a new one takes 30 ms. */
export function formatUsd(cents: number): string {
  return `$${(cents / 100).toFixed(2).replaceAll(thousands, ',')}`;
}
