import { isBlank, oneLine } from '#shared/clean-text.ts';
import { normalizeCompactIdentifier } from '#shared/identifier.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { carrierNamed } from './carriers.ts';

/**
 * Max length of a carrier or tracking number in a request. Longer ones than the shop takes are
 * refused by `shipmentOf`, with its sentence.
 */
export const typedMax = 400;

export const carrierMax = 100;

/** USPS barcode with the recipient's ZIP code before the tracking number. */
const withZip = /^420(?:\d{5}|\d{9})(9\d{21})$/;

/** Signs that make a spreadsheet keep a cell as text: `="0123"` and `'0123`. */
const textMark = /^(?:="(.*)"|'(.*))$/s;

/** Returns a typed, pasted or scanned tracking number without spaces and in capitals. */
export function trackingNumberIn(typed: string): string {
  const number = normalizeCompactIdentifier(typed).toUpperCase();
  const [, formula, apostrophe] = textMark.exec(number) ?? [];
  const text = formula ?? apostrophe ?? number;
  return withZip.exec(text)?.[1] ?? text;
}

/** Digits that a spreadsheet keeps of a number. It replaces the others by zeros. */
const exactDigits = 15;
const isRounded = (number: string) => /^[1-9]\d{17,}$/.test(number) && /^0+$/.test(number.slice(exactDigits));

const isShortened = (number: string) =>
  /^\d(?:[.,]\d+E\+?|E\+)\d{1,3}$/.test(number) || /^\d{4,}[.,]0+$/.test(number) || isRounded(number);

type NumberRefusal = 'number_shortened' | 'number_unreadable';

/** Returns why a text cannot be a tracking number, or null. */
export function numberRefusal(trackingNumber: string): NumberRefusal | null {
  if (isShortened(trackingNumber)) return 'number_shortened';
  return /^(?=.*\d)[A-Z0-9][A-Z0-9/._-]{3,59}$/.test(trackingNumber) ? null : 'number_unreadable';
}

const parsed = Symbol('parsed');

/**
 * Carrier and tracking number of an order. Only `shipmentOf` makes one, and no other can be stored,
 * so that no page, file or call has rules of its own.
 */
export type Shipment = { carrierName: string | null; trackingNumber: string | null; [parsed]: true };

export type ShipmentRefusal = NumberRefusal | 'carrier_too_long';

/** Carrier and number as they were sent. Null or empty removes one, undefined keeps it. */
export type TypedShipment = { carrierName?: string | null | undefined; trackingNumber?: string | null | undefined };

/** Returns a carrier by its usual name, or any other name as one line. Null for a blank one. */
function carrierOf(typed: string): Result<string | null, 'carrier_too_long'> {
  const name = oneLine(typed).replaceAll(/\s+/g, ' ');
  if (isBlank(name)) return ok(null);
  if (Array.from(name).length > carrierMax) return refuse('carrier_too_long');
  return ok(carrierNamed(name) ?? name);
}

type Known = Pick<Shipment, 'carrierName' | 'trackingNumber'>;

/** Returns carrier and number of an order after a change, or why what was sent is neither. */
export function shipmentOf(
  { carrierName, trackingNumber }: TypedShipment,
  known: Known,
): Result<Shipment, ShipmentRefusal> {
  const carrier = carrierName === undefined ? ok(known.carrierName) : carrierOf(carrierName ?? '');
  if (!carrier.ok) return carrier;
  const number = trackingNumber === undefined ? null : trackingNumberIn(trackingNumber ?? '');
  // A number that was stored with its spaces stays as it was shown.
  const isUnchanged = number === null || number === trackingNumberIn(known.trackingNumber ?? '');
  if (isUnchanged) return ok({ carrierName: carrier.value, trackingNumber: known.trackingNumber, [parsed]: true });
  const refusal = number === '' ? null : numberRefusal(number);
  if (refusal !== null) return refuse(refusal);
  return ok({ carrierName: carrier.value, trackingNumber: number === '' ? null : number, [parsed]: true });
}
