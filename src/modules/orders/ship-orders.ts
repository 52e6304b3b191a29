import { solidIdentifier } from '#shared/identifier.ts';

import type { OrderView } from './order-record.ts';
import { hasShipped } from './order-status.ts';

/** Max number that the tabs of the orders list tell. They show a plus for more. */
export const queueMax = 99;

/** Max orders that the shipping desk lists, ships and prints at once. */
export const deskMax = 100;

/** Max rows and bytes of a file with tracking numbers. */
export const fileMax = { rows: 1_000, bytes: 200 * 1024 };

/** Order to ship as its admin saw it. Without a tracking number it has no carrier. */
export type Shipment = {
  orderNumber: string;
  version: number;
  carrierName: string | null;
  trackingNumber: string | null;
};

type OrderState = Pick<OrderView, 'status' | 'paymentStatus' | 'holdReason'>;

export type NotToShip = 'shipped_already' | 'cancelled' | 'held' | 'refunded' | 'unpaid';

/** Returns why an order is not to be shipped, or null. */
export function notToShip({ status, paymentStatus, holdReason }: OrderState): NotToShip | null {
  if (hasShipped(status)) return 'shipped_already';
  if (status === 'cancelled') return 'cancelled';
  if (holdReason !== null) return 'held';
  if (paymentStatus === 'refunded') return 'refunded';
  return status === 'pending' || ['pending', 'failed'].includes(paymentStatus) ? 'unpaid' : null;
}

/** USPS barcode with the recipient's ZIP code before the tracking number. */
const withZip = /^420(?:\d{5}|\d{9})(9\d{21})$/;

/** Returns a typed or scanned tracking number without spaces and in capitals. */
export function trackingNumberIn(typed: string): string {
  const number = solidIdentifier(typed).toUpperCase();
  return withZip.exec(number)?.[1] ?? number;
}

/** Returns why a text cannot be a tracking number, or null. */
export function numberRefusal(trackingNumber: string): 'number_shortened' | 'number_unreadable' | null {
  if (/^\d(?:[.,]\d+)?E\+\d+$/.test(trackingNumber)) return 'number_shortened';
  return /^[A-Z0-9][A-Z0-9/._-]{3,59}$/.test(trackingNumber) ? null : 'number_unreadable';
}

/** Returns the values that occur more than once. */
export function repeated(values: readonly (string | null)[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const value of values) {
    if (value === null || value === '') continue;
    if (seen.has(value)) twice.add(value);
    seen.add(value);
  }
  return twice;
}

export type FileRefusal = 'empty' | 'too_large' | 'too_many_rows' | 'workbook' | 'not_text' | 'quote_open';
