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
  /** Absent in intents from before the sandbox had charges. */
  latest_charge?: string | null;
  card: { brand: string; last4: string } | null;
};

/** How the refunds of a charge go on, by the card that paid. */
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

/** `method` is the name under which the provider's API takes the same test card. */
export type TestCard = { number: string; name: string; outcome: CardOutcome; method?: string };

/** The sandbox's cards; where the provider publishes a number for a case, it is that number. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', name: 'pays', method: 'pm_card_visa', outcome: { kind: 'pays' } },
  {
    number: '4000000000000002',
    name: 'is declined',
    method: 'pm_card_visa_chargeDeclined',
    outcome: declined,
  },
  {
    number: '4000000000009995',
    name: 'has insufficient funds',
    method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    outcome: decline('card_declined', 'Your card has insufficient funds.', { decline_code: 'insufficient_funds' }),
  },
  {
    number: '4000000000000069',
    name: 'has expired',
    method: 'pm_card_chargeDeclinedExpiredCard',
    outcome: decline('expired_card', 'Your card has expired.'),
  },
  {
    number: '4000000000000127',
    name: 'has a wrong security code',
    method: 'pm_card_chargeDeclinedIncorrectCvc',
    outcome: decline('incorrect_cvc', "Your card's security code is incorrect."),
  },
  {
    number: '4000002500003155',
    name: 'asks for 3-D Secure',
    method: 'pm_card_authenticationRequiredOnSetup',
    outcome: { kind: 'authenticates' },
  },
  {
    number: '4000000000000077',
    name: 'is processed first, then paid',
    outcome: { kind: 'processes', ends: 'succeeded' },
  },
  {
    number: '4000000000000119',
    name: 'is processed first, then declined',
    outcome: { kind: 'processes', ends: 'declined' },
  },
  { number: '4000000000003220', name: 'pays, but the answer is lost', outcome: { kind: 'pays', slow: true } },
  { number: '4000000000003063', name: 'pays, and its event comes twice', outcome: { kind: 'pays', copies: 2 } },
  {
    number: '4000000000007726',
    name: 'pays, and its refunds are pending first',
    method: 'pm_card_pendingRefund',
    outcome: { kind: 'pays', refunds: 'pending_first' },
  },
  {
    number: '4000000000005126',
    name: 'pays, and its refunds fail later',
    method: 'pm_card_refundFail',
    outcome: { kind: 'pays', refunds: 'fails_later' },
  },
  {
    number: '4000000000000259',
    name: 'pays, and the payment is disputed as fraudulent',
    method: 'pm_card_createDispute',
    outcome: { kind: 'pays', disputed: { reason: 'fraudulent', status: 'needs_response' } },
  },
  {
    number: '4000000000002685',
    name: 'pays, and the payment is disputed as not received',
    method: 'pm_card_createDisputeProductNotReceived',
    outcome: { kind: 'pays', disputed: { reason: 'product_not_received', status: 'needs_response' } },
  },
  {
    number: '4000000000001976',
    name: 'pays, and the bank inquires',
    method: 'pm_card_createDisputeInquiry',
    outcome: { kind: 'pays', disputed: { reason: 'fraudulent', status: 'warning_needs_response' } },
  },
];

export const authenticationFailed: SandboxError = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** What a card number does; numbers that are not in the table but pass the check digit pay, others are incorrect. */
export function cardOutcome(number: string): CardOutcome {
  const known = testCards.find((card) => card.number === number);
  if (known !== undefined) return known.outcome;
  return hasCheckDigit(number) ? { kind: 'pays' } : decline('incorrect_number', 'Your card number is incorrect.');
}

/** Luhn's check over 12 to 19 digits. */
export function hasCheckDigit(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** Brand by the first digits. */
export function cardBrand(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  return /^3[47]/.test(number) ? 'amex' : 'unknown';
}

const waiting = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

/** Whether the customer can still change or pay the intent. */
export function isWaiting(intent: Pick<SandboxIntent, 'status'>): boolean {
  return waiting.has(intent.status);
}

/** The intent after money arrived in full. */
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

/** An intent is charged once in the sandbox: the charge has its id. */
export function chargeIdOf(intentId: string): string {
  return intentId.replace(/^pi_/, 'ch_');
}

/** The intent after a decline: it waits for another card. */
export function failed(intent: SandboxIntent, error: SandboxError): SandboxIntent {
  return { ...intent, status: 'requires_payment_method', next_action: null, last_payment_error: error };
}

/** `a[b][c]=1` as nested values: the provider's form encoding. */
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

/** The text values of a nested form field. */
export function textsOf(value: unknown): Record<string, string> {
  if (!isForm(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** '$59.00' of 5,900 cents. */
export function formatUsd(cents: number): string {
  return usd.format(cents / 100);
}
