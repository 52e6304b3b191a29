import type { AdminStatus } from '#modules/orders/order-status.ts';
import { isUuid } from '#shared/uuid.ts';

/** Statuses that a warehouse may report. Confirming and cancelling are decisions of an admin. */
export const reportable = [
  'processing',
  'shipped',
  'in_transit',
  'out_for_delivery',
  'delivered',
] as const satisfies readonly AdminStatus[];

type Report = {
  status: (typeof reportable)[number];
  carrier?: string | null | undefined;
  tracking_number?: string | null | undefined;
};

/** True if a report needs a carrier but has none. A customer cannot use a tracking number alone. */
export function isCarrierMissing({ status, carrier, tracking_number: trackingNumber }: Report): boolean {
  if ((carrier ?? '').trim() !== '') return false;
  return status === 'shipped' || (trackingNumber ?? '').trim() !== '';
}

const form = /^(\d{1,16})\.(.+)$/s;

/** Returns an opaque cursor. The time is in microseconds, the database's precision. */
export function cursorText(micros: string, id: string): string {
  return Buffer.from(`${micros}.${id}`).toString('base64url');
}

/** Returns the order that a cursor names, or null for a text that is not a cursor of this shop. */
export function cursorFrom(text: string): { micros: string; id: string } | null {
  const [, micros, id] = form.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return micros === undefined || id === undefined || !isUuid(id) ? null : { micros, id };
}
