import type { Cents } from '#shared/money.ts';

/** Money of an order that came or went: a captured payment, or a return of it. */
export type Movement = {
  id: string;
  kind: 'sale' | 'refund' | 'dispute';
  at: Date;
  orderNumber: string;
  intentId: string;
  country: string;
  state: string;
  /** Negative for a return. Includes tax and shipping. */
  amountCents: Cents;
  taxCents: Cents;
  shippingCents: Cents;
};

/** Fee of the provider, negative. */
export type Fee = Pick<Movement, 'id' | 'at' | 'amountCents'> & {
  orderNumber: string | null;
  intentId: string | null;
  currency: string;
};

export const entryTypes = {
  sale: 'Sale',
  shipping: 'Shipping',
  tax: 'Tax',
  refund: 'Refund',
  refund_tax: 'Refunded tax',
  dispute: 'Lost dispute',
  dispute_tax: 'Lost dispute tax',
  fee: 'Provider fee',
} as const;

type EntryType = keyof typeof entryTypes;

/** Row of the ledger. The rows of a movement add up to its amount. */
export type Entry = Pick<Movement, 'at' | 'country' | 'state' | 'amountCents'> & {
  id: string;
  type: EntryType;
  orderNumber: string;
  intentId: string;
  currency: string;
};

const taxTypes = { sale: 'tax', refund: 'refund_tax', dispute: 'dispute_tax' } as const;

/** Returns the rows of a movement. Parts without an amount have none. */
export function entriesOf({ kind, amountCents, taxCents, shippingCents, ...movement }: Movement): Entry[] {
  const parts: [EntryType, Cents][] = [
    [kind, amountCents - taxCents - shippingCents],
    ['shipping', shippingCents],
    [taxTypes[kind], taxCents],
  ];
  return parts
    .filter(([, cents]) => cents !== 0)
    .map(([type, cents]) => ({ ...movement, type, amountCents: cents, currency: 'usd' }));
}

/** Returns the row of a fee. */
export const feeEntry = ({ orderNumber, intentId, ...fee }: Fee): Entry => ({
  ...fee,
  type: 'fee',
  orderNumber: orderNumber ?? '',
  intentId: intentId ?? '',
  country: '',
  state: '',
});
