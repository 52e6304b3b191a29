import type { Cents } from '#shared/money.ts';
import type { Role } from '#shared/roles.ts';

export type CustomerSummary = {
  /** The account's id, or a guest's email. */
  id: string;
  isGuest: boolean;
  email: string;
  /** True for a guest, and for an account that confirmed its email. */
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  role: Role;
  /** Creation of the account, or the guest's first order. */
  since: Date;
  orders: number;
  paidOrders: number;
  /** Paid minus refunds, which is also the lifetime value. */
  spentCents: Cents;
  /** Null for an account without orders. */
  lastOrderAt: Date | null;
  /** Tags that the team gave. */
  tags: string[];
};

/** New accounts, and guests who bought for the first time. */
export type CustomerCounts = { accounts: number; guests: number };

/** Kinds of customers in the list. The first is the default. */
export const customerKinds = ['all', 'accounts', 'guests'] as const;
export type CustomerKind = (typeof customerKinds)[number];

/**
 * Digits of a phone number that are searched. Fewer match very many people. More may begin with a
 * country code that the stored number lacks.
 */
const [minPhoneDigits, maxPhoneDigits] = [6, 9];

/** Returns the digits of a search that may be a phone number or the end of one, else null. */
export function phoneDigits(search: string): string | null {
  const digits = search.replaceAll(/\D/g, '').replace(/^0+/, '');
  const isPhone = /^[\d\s()+./-]+$/.test(search) && digits.length >= minPhoneDigits;
  return isPhone ? digits.slice(-maxPhoneDigits) : null;
}

type Named = Pick<CustomerSummary, 'firstName' | 'lastName' | 'email'>;

/** Returns a person's name, or the email address if they gave none. */
export function nameOf({ firstName, lastName, email }: Named): string {
  return `${firstName} ${lastName}`.trim() || email;
}
