import type { Cents } from '#shared/money.ts';

export type CustomerSummary = {
  /** The account's id, or a guest's e-mail. */
  id: string;
  isGuest: boolean;
  email: string;
  firstName: string;
  lastName: string;
  role: 'admin' | 'customer';
  /** When the account was made, or the guest first bought. */
  since: Date;
  orders: number;
  paidOrders: number;
  /** Paid less what went back: it is the lifetime value, too. */
  spentCents: Cents;
};

type Named = Pick<CustomerSummary, 'firstName' | 'lastName' | 'email'>;

/** The name of a person, or the e-mail of one who left none. */
export function nameOf({ firstName, lastName, email }: Named): string {
  return `${firstName} ${lastName}`.trim() || email;
}

/** A place in the list, between two customers: when the one beside it came, in microseconds, and its id. */
export type Spot = { micros: string; id: string };

export function placeToText({ micros, id }: Spot): string {
  return `${micros}_${id}`;
}

/** The place that an address names, or null when it names none. */
export function placeFromText(text: string | null): Spot | null {
  const found = /^(\d{1,17})_(.{1,255})$/.exec(text ?? '');
  return found === null ? null : { micros: found[1] ?? '', id: found[2] ?? '' };
}
