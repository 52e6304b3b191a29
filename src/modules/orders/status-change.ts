import type { Address } from '#shared/address.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { numberQuestion } from './carriers.ts';
import type { OrderView } from './order-record.ts';
import {
  hasShipped,
  isBlockedByHold,
  isOnItsWay,
  unusualTransition,
  type AdminStatus,
  type OrderStatus,
  type UnusualJump,
} from './order-status.ts';
import { shipmentOf, trackingNumberIn, type Shipment, type ShipmentRefusal, type TypedShipment } from './shipment.ts';

/** Questions about a tracking number. */
export const numberQuestions = ['check_digit', 'zeros_missing', 'shared_package', 'another_package'] as const;

/** Refusals that do not come again once they are confirmed. */
export type StatusQuestion = UnusualJump | (typeof numberQuestions)[number];

export type StatusRefusal =
  | StatusQuestion
  | ShipmentRefusal
  | 'unknown_order'
  | 'changed_meanwhile'
  | 'cancel_to_refund'
  | 'held'
  | 'out_of_stock'
  | 'shipped_already'
  | 'number_used'
  | 'carrier_missing';

export type StatusChange = TypedShipment & {
  orderNumber: string;
  /** Version that the sender saw. Unset makes the change whatever happened since. */
  version?: number | undefined;
  status: AdminStatus;
  /** Confirmed questions; true for all of them. */
  confirm?: boolean | readonly string[] | undefined;
  /**
   * True where many orders are shipped together: a number needs its carrier, and an order that has
   * shipped keeps its number. Another number is one of another package.
   */
  inBulk?: boolean | undefined;
  /** True if the number is one of another package of the order. Else it replaces the first. */
  anotherPackage?: boolean | undefined;
};

type Buyer = Pick<OrderView, 'email' | 'customerId' | 'shippingAddress'>;

/** Order as far as a change depends on it. */
export type OrderState = Buyer &
  Pick<
    OrderView,
    | 'orderNumber'
    | 'version'
    | 'status'
    | 'paymentStatus'
    | 'holdReason'
    | 'carrierName'
    | 'trackingNumber'
    | 'packages'
  >;

/** Other order that has the tracking number, or is to get it in the same form or file. */
export type NumberUser = Buyer & Pick<OrderView, 'orderNumber'>;

const envelopeKey = ({ street, line2, city, state, postalCode, country }: Address) =>
  [street, line2, city, state, postalCode, country].map((line) => line.toLowerCase().replaceAll(/\s/g, '')).join('\n');

/** True if two orders can leave in one package: one buyer, one address. */
function canShare(one: Buyer, other: Buyer): boolean {
  const isOneBuyer = one.email === other.email || (one.customerId !== null && one.customerId === other.customerId);
  return isOneBuyer && envelopeKey(one.shippingAddress) === envelopeKey(other.shippingAddress);
}

/**
 * Returns the tracking number that a change brings to an order, or null. A cancelled order brings
 * its own number back, which another order may have by now.
 */
export function newNumber(
  { status, trackingNumber: stored, packages }: Pick<OrderState, 'status' | 'trackingNumber' | 'packages'>,
  { trackingNumber = stored }: TypedShipment,
): string | null {
  const number = trackingNumberIn(trackingNumber ?? '');
  const own = [stored ?? '', ...packages.map((one) => one.trackingNumber)].map(trackingNumberIn);
  const isUnchanged = own.includes(number) && status !== 'cancelled';
  return number === '' || isUnchanged ? null : number;
}

type Doubted = { order: OrderState; change: StatusChange; shipment: Shipment; users: readonly NumberUser[] };

/** True for an order's number, which a scanner reads from a slip by mistake. */
const isOrderNumber = (text: string, { orderNumber }: OrderState) =>
  text.length === orderNumber.length && text.startsWith(orderNumber.slice(0, orderNumber.lastIndexOf('-') + 1));

function numberRefusalOf({ order, change, shipment, users }: Doubted): StatusRefusal | null {
  const { carrierName, trackingNumber } = shipment;
  const isNew = newNumber(order, change) !== null;
  if (trackingNumber === null || (!isNew && carrierName === order.carrierName)) return null;
  if (isOrderNumber(trackingNumber, order)) return 'number_unreadable';
  if (change.inBulk === true && carrierName === null) return 'carrier_missing';
  if (isNew && users.some((user) => !canShare(order, user))) return 'number_used';
  if (isNew && users.length > 0 && !isConfirmed(change, 'shared_package')) return 'shared_package';
  const question = numberQuestion(carrierName ?? '', trackingNumber);
  return question === null || isConfirmed(change, question) ? null : question;
}

const isConfirmed = ({ confirm = false }: StatusChange, question: StatusQuestion) =>
  typeof confirm === 'boolean' ? confirm : confirm.includes(question);

/** Change to write. `addsPackage` leaves the first package as it is. */
export type StatusStep = { status: OrderStatus; shipment: Shipment; addsPackage: boolean };

/** Returns what was sent about the package. A number that the order has already changes nothing. */
function typedShipment(order: OrderState, change: StatusChange): TypedShipment {
  const number = trackingNumberIn(change.trackingNumber ?? '');
  const isKnown = order.packages.some(({ trackingNumber }) => trackingNumber === number);
  return isKnown ? {} : change;
}

/** True if the number of a change is one of another package. */
function addsPackage(order: OrderState, change: StatusChange): boolean {
  if (order.trackingNumber === null || newNumber(order, change) === null) return false;
  return change.anotherPackage === true || (change.inBulk === true && isOnItsWay(order.status));
}

/** Returns why an order does not take this status, or null. */
function stepRefusal(order: OrderState, change: StatusChange, status: OrderStatus): StatusRefusal | null {
  if ((change.version ?? order.version) !== order.version) return 'changed_meanwhile';
  if (status === 'cancelled' && order.status !== 'cancelled') return 'cancel_to_refund';
  if (isBlockedByHold(order, status)) return 'held';
  const jump = unusualTransition(order, status);
  return jump === null || isConfirmed(change, jump) ? null : jump;
}

/**
 * Decides about a new status, carrier or tracking number of an order. Null if the order has all
 * of it already. `users` are the other orders with the number.
 */
export function decideStatus(
  order: OrderState,
  change: StatusChange,
  users: readonly NumberUser[],
): Result<StatusStep | null, StatusRefusal> {
  const isNumbered = trackingNumberIn(change.trackingNumber ?? '') !== '';
  if (change.anotherPackage === true && !isNumbered) return refuse('number_unreadable');
  const read = shipmentOf(typedShipment(order, change), order);
  if (!read.ok) return read;
  const shipment = read.value;
  const adds = addsPackage(order, change);
  // Another package does not take the order a step back.
  const status = adds && hasShipped(order.status) ? order.status : change.status;
  const isShipment = shipment.carrierName !== order.carrierName || shipment.trackingNumber !== order.trackingNumber;
  if (status === order.status && !isShipment) return ok(null);
  const refusal = stepRefusal(order, change, status);
  if (refusal !== null) return refuse(refusal);
  const isShippedInBulk = change.inBulk === true && hasShipped(order.status);
  if (isShippedInBulk && adds && !isConfirmed(change, 'another_package')) return refuse('another_package');
  if (isShippedInBulk && !adds && order.trackingNumber !== null) return refuse('shipped_already');
  const doubt = numberRefusalOf({ order, change, shipment, users });
  return doubt === null ? ok({ status, shipment, addsPackage: adds }) : refuse(doubt);
}

/** True for an order that can be shipped without a question. */
export const isShippable = (order: Pick<OrderState, 'status' | 'paymentStatus' | 'holdReason'>) =>
  !hasShipped(order.status) && !isBlockedByHold(order, 'shipped') && unusualTransition(order, 'shipped') === null;

/** Returns the orders that get each tracking number, without those that get one alone. */
export function ordersByNumber(changes: readonly StatusChange[]): ReadonlyMap<string, readonly string[]> {
  const found = Map.groupBy(changes, ({ trackingNumber }) => trackingNumberIn(trackingNumber ?? ''));
  found.delete('');
  const orders = [...found].map(([number, those]) => [number, those.map(({ orderNumber }) => orderNumber)] as const);
  return new Map(orders.filter(([, those]) => those.length > 1));
}
