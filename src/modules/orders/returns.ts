import type { OrderTerms } from '#modules/settings/shop-promises.ts';
import type { Cents } from '#shared/money.ts';

import type { StoredOrder } from './order-record.schema.ts';
import { returnableUntil, type OrderStatus, type PaymentStatus } from './order-status.ts';

type OrderItem = StoredOrder['items'][number];

export type ReturnLine = { productId: string; quantity: number };

/** Returns the number of units in the lines of a return. */
export const countUnits = (lines: readonly ReturnLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0);
/** Returns a number of units as text: '2 units'. */
export const unitsLabel = (units: number) => `${units} ${units === 1 ? 'unit' : 'units'}`;

export const returnStatuses = ['requested', 'received', 'refunded', 'declined'] as const;

export type ReturnStatus = (typeof returnStatuses)[number];

/** Statuses of a return whose goods are still to be dealt with. */
export const openReturns = ['requested', 'received'] as const satisfies readonly ReturnStatus[];

/**
 * States of the list of returns. The first is the default: returns that wait for the shop. A return
 * waits for the shop until its label is sent, and again once the package has arrived.
 */
export const returnQueues = ['waiting', 'label', 'coming', 'received', 'refunded', 'closed', 'all'] as const;

export type ReturnQueue = (typeof returnQueues)[number];

export type ReturnStage = Exclude<ReturnQueue, 'waiting' | 'all'>;

/** Returns the stage of a return: what was done last decides what comes next. */
export function returnStage({ status, labelSentAt }: Pick<ReturnView, 'status' | 'labelSentAt'>): ReturnStage {
  if (status === 'declined') return 'closed';
  if (status === 'requested') return labelSentAt === null ? 'label' : 'coming';
  return status;
}

const codeForm = /^(?:R-)?([0-9A-F]{8})$/;

/** Returns the first and the last id that a return's code stands for; null for another text. */
export function idsOfCode(text: string): [first: string, last: string] | null {
  const start = codeForm.exec(text.toUpperCase())?.[1]?.toLowerCase();
  if (start === undefined) return null;
  return [`${start}-0000-0000-0000-000000000000`, `${start}-ffff-ffff-ffff-ffffffffffff`];
}

/** Return as stored. */
export type ReturnView = {
  id: string;
  orderId: string;
  status: ReturnStatus;
  reason: string;
  lines: ReturnLine[];
  requestedAt: Date;
  labelUrl: string | null;
  labelSentAt: Date | null;
  receivedAt: Date | null;
  closedAt: Date | null;
};

/**
 * Returns the code on a return's slip and in its emails. It identifies the parcel when it arrives.
 */
export function returnCode(id: string): string {
  return `R-${id.slice(0, 8).toUpperCase()}`;
}

/**
 * Returns the key of a return's refund. All forms of one page share a key, so the return's id tells
 * its refund from another form's.
 */
export const returnRefundKey = (returnId: string, key: string) => `${returnId} ${key}`;

/** Max length of the reason for a return, in characters. */
export const reasonMax = 500;

type Sold = {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  items: readonly OrderItem[];
  promises: Pick<OrderTerms, 'returnWindowDays'>;
};

/** Return window of an order; `until` is null while the order is on its way. */
type ReturnWindow = { isOpen: boolean; until: Date | null };

/**
 * Returns the return window. It opens when the order ships. It ends the promised number of days
 * after delivery, or once everything paid was refunded.
 */
function returnWindow(order: Omit<Sold, 'items'>, now: Date): ReturnWindow {
  const isOver = order.status === 'cancelled' || order.paymentStatus === 'refunded';
  if (order.shippedAt === null || isOver) return { isOpen: false, until: null };
  if (order.deliveredAt === null) return { isOpen: true, until: null };
  const until = returnableUntil(order.deliveredAt, order.promises.returnWindowDays);
  return { isOpen: now.getTime() <= until.getTime(), until };
}

export const isOpenReturn = ({ status }: Pick<ReturnView, 'status'>) => openReturns.some((open) => open === status);

/** Returns the units of each product that are neither returned nor on their way back. */
export function returnable(items: readonly OrderItem[], earlier: readonly ReturnView[]): ReturnLine[] {
  const returned = earlier.filter(({ status }) => status !== 'declined').flatMap(({ lines }) => lines);
  return items
    .map(({ productId, quantity }) => {
      const back = returned.filter((line) => line.productId === productId);
      return { productId, quantity: quantity - countUnits(back) };
    })
    .filter(({ quantity }) => quantity > 0);
}

type Paid = { capturedCents: Cents; returnedCents: Cents };

/**
 * True when the shop still has money of an order to refund. False if the order cost nothing, or is
 * refunded already.
 */
export const bringsRefund = ({ capturedCents, returnedCents }: Paid) => capturedCents > returnedCents;

/**
 * Units that a customer may send back now, the return in progress, and whether money comes for it.
 */
export type ReturnOffer = ReturnWindow & {
  items: { productId: string; name: string; quantity: number }[];
  underWay: (typeof openReturns)[number] | null;
  bringsRefund: boolean;
};

/** Returns what the customer of an order may send back. */
export function returnOffer(order: Sold & Paid, earlier: readonly ReturnView[], now: Date): ReturnOffer {
  const nameOf = (productId: string) => order.items.find((item) => item.productId === productId)?.name ?? '';
  const status = earlier.find(isOpenReturn)?.status;
  return {
    ...returnWindow(order, now),
    items: returnable(order.items, earlier).map((line) => ({ ...line, name: nameOf(line.productId) })),
    underWay: openReturns.find((open) => open === status) ?? null,
    bringsRefund: bringsRefund(order),
  };
}

export type ReturnRefusal =
  | 'not_shipped'
  | 'refunded'
  | 'window_closed'
  | 'return_open'
  | 'nothing_chosen'
  | 'more_than_bought';

/**
 * Returns why these units cannot be returned now, or null. The shop itself may open a return at any
 * time (`now` null).
 */
export function returnRefusal(
  order: Sold,
  earlier: readonly ReturnView[],
  { lines, now }: { lines: readonly ReturnLine[]; now: Date | null },
): ReturnRefusal | null {
  if (order.shippedAt === null || order.status === 'cancelled') return 'not_shipped';
  if (now !== null && order.paymentStatus === 'refunded') return 'refunded';
  if (now !== null && !returnWindow(order, now).isOpen) return 'window_closed';
  if (earlier.some(isOpenReturn)) return 'return_open';
  if (lines.length === 0 || lines.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 1)) {
    return 'nothing_chosen';
  }
  const left = new Map(returnable(order.items, earlier).map(({ productId, quantity }) => [productId, quantity]));
  for (const { productId, quantity } of lines) {
    const rest = (left.get(productId) ?? 0) - quantity;
    if (rest < 0) return 'more_than_bought';
    left.set(productId, rest);
  }
  return null;
}

/**
 * Returns what the customer paid for these units, in cents, with tax and without shipping. Part of
 * a line counts as its share, rounded down.
 */
export function returnedValue(items: readonly OrderItem[], lines: readonly ReturnLine[]): Cents {
  return lines.reduce((sum, { productId, quantity }) => {
    const item = items.find((one) => one.productId === productId);
    return item === undefined ? sum : sum + Math.floor((item.totalCents * quantity) / item.quantity);
  }, 0);
}

type Shipped = { items: readonly OrderItem[]; shippingCents: Cents };

/**
 * Returns the shipping cost that the policy refunds with a return, in cents. It is all of it for
 * the return that leaves nothing of the order with the customer.
 */
export function returnedShipping({ items, shippingCents }: Shipped, returns: readonly ReturnView[], id: string): Cents {
  const accepted = returns.filter(({ status }) => status !== 'declined');
  return accepted.at(-1)?.id === id && returnable(items, accepted).length === 0 ? shippingCents : 0;
}
