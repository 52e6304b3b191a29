import type { Cents } from '#shared/money.ts';
import type { Role } from '#shared/roles.ts';

export type CustomerSummary = {
  /** The account's id, or a guest's email. */
  id: string;
  isGuest: boolean;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** Creation of the account, or the guest's first order. */
  since: Date;
  orders: number;
  paidOrders: number;
  /** Paid minus refunds, which is also the lifetime value. */
  spentCents: Cents;
};

type Named = Pick<CustomerSummary, 'firstName' | 'lastName' | 'email'>;

/** Returns a person's name, or the email address if they gave none. */
export function nameOf({ firstName, lastName, email }: Named): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** Cursor of the list: time in microseconds and id of the customer beside it. */
export type CustomerCursor = { micros: string; id: string };

export function cursorText({ micros, id }: CustomerCursor): string {
  return `${micros}_${id}`;
}

/** Parses a cursor from a URL. Null if it is not valid. */
export function parseCursor(text: string | null): CustomerCursor | null {
  const found = /^(\d{1,17})_(.{1,255})$/.exec(text ?? '');
  return found === null ? null : { micros: found[1] ?? '', id: found[2] ?? '' };
}
