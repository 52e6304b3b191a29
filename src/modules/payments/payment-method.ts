/** Payment method: the provider's type, and for a card its brand, last four digits and wallet. */
export type PaymentMethod = { type: string; brand: string | null; last4: string | null; wallet: string | null };

/** Details of a charge, as far as they are read. */
type Details = {
  type: string;
  card?: { brand: string | null; last4: string | null; wallet: { type: string } | null };
};

/** Returns the method of a charge, and nothing else of its details. */
export function methodFrom({ type, card }: Details): PaymentMethod {
  return { type, brand: card?.brand ?? null, last4: card?.last4 ?? null, wallet: card?.wallet?.type ?? null };
}

/** Display names, where they differ from the provider's word with spaces. */
const names: Record<string, string> = {
  ach_debit: 'Bank debit',
  acss_debit: 'Bank debit',
  afterpay_clearpay: 'Afterpay',
  amex: 'American Express',
  au_becs_debit: 'Bank debit',
  bacs_debit: 'Bank debit',
  cashapp: 'Cash App Pay',
  customer_balance: 'Bank transfer',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  paypal: 'PayPal',
  sepa_debit: 'Bank debit',
  unionpay: 'UnionPay',
  unknown: 'Card',
  us_bank_account: 'Bank debit',
  wechat_pay: 'WeChat Pay',
};

/** Returns the display name. Products of the provider are capitalized: 'Apple Pay', 'Klarna'. */
function nameOf(word: string): string {
  const spelt = word.replaceAll('_', ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return names[word] ?? spelt;
}

/** Returns 'Visa ending 4242', 'Apple Pay (Visa ending 4242)', 'Link' or 'Bank debit'. */
export function methodLabel({ type, brand, last4, wallet }: PaymentMethod): string {
  if (type !== 'card') return nameOf(type);
  const card = `${nameOf(brand ?? 'card')}${last4 === null ? '' : ` ending ${last4}`}`;
  return wallet === null ? card : `${nameOf(wallet)} (${card})`;
}
