import { returnableUntil } from './fulfillment.ts';
import type { OrderItem, OrderStatus, PaymentStatus } from './order.ts';
import type { Cents } from '#shared/money.ts';
import type { orderReturns } from './tables.server.ts';

export type ReturnLine = { productId: string; quantity: number };

export const unitsOf = (lines: readonly ReturnLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0);
export const counted = (units: number) => `${units} ${units === 1 ? 'unit' : 'units'}`;

export const returnStatuses = ['requested', 'received', 'refunded', 'declined'] as const;

export type ReturnStatus = (typeof returnStatuses)[number];

/** Statuses of a return whose goods are still to be dealt with. */
export const openReturns = ['requested', 'received'] as const satisfies readonly ReturnStatus[];

export type ReturnView = typeof orderReturns.$inferSelect;

/** What stands on a return's slip and in its mails: the parcel is recognised by it when it arrives. */
export function returnCode(id: string): string {
  return `R-${id.slice(0, 8).toUpperCase()}`;
}

/** The longest reason that is kept, in characters. */
export const reasonMax = 500;

type Sold = {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  items: readonly OrderItem[];
  /** For how many days after its delivery it is taken back. */
  returnDays: number;
};

/** Whether and until when an order can be returned; `until` null while it is on its way. */
export type ReturnWindow = { isOpen: boolean; until: Date | null };

/**
 * The window opens when the parcel leaves the house and ends the published number of days after its delivery, or once all that was
 * paid has gone back.
 */
export function returnWindow(order: Omit<Sold, 'items'>, now: Date): ReturnWindow {
  const isOver = order.status === 'cancelled' || order.paymentStatus === 'refunded';
  if (order.shippedAt === null || isOver) return { isOpen: false, until: null };
  if (order.deliveredAt === null) return { isOpen: true, until: null };
  const until = returnableUntil(order.deliveredAt, order.returnDays);
  return { isOpen: now.getTime() < until.getTime(), until };
}

export const isOpenReturn = ({ status }: Pick<ReturnView, 'status'>) => openReturns.some((open) => open === status);

/** Units of each product that have not been returned and are not on their way back. */
export function returnable(items: readonly OrderItem[], earlier: readonly ReturnView[]): ReturnLine[] {
  const counted = earlier.filter(({ status }) => status !== 'declined').flatMap(({ lines }) => lines);
  return items
    .map(({ productId, quantity }) => {
      const back = counted.filter((line) => line.productId === productId);
      return { productId, quantity: quantity - back.reduce((sum, line) => sum + line.quantity, 0) };
    })
    .filter(({ quantity }) => quantity > 0);
}

type Paid = { capturedCents: Cents; returnedCents: Cents };

/** Whether the shop has money of an order that can go back: of one that cost nothing, or is refunded already, it has none. */
export const bringsRefund = ({ capturedCents, returnedCents }: Paid) => capturedCents > returnedCents;

/** What a customer may send back now, or what of it is under way, and whether money comes for it. */
export type ReturnOffer = ReturnWindow & {
  items: { productId: string; name: string; quantity: number }[];
  underWay: (typeof openReturns)[number] | null;
  bringsRefund: boolean;
};

/** What the customer of an order is offered. */
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

/** Why these units cannot be announced as a return now, or null; the shop itself may open one whenever (`now` null). */
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

/** What the customer paid for these units with tax and without shipping, in cents; of a part of a line the share, rounded down. */
export function returnedValue(items: readonly OrderItem[], lines: readonly ReturnLine[]): Cents {
  return lines.reduce((sum, { productId, quantity }) => {
    const item = items.find((one) => one.productId === productId);
    return item === undefined ? sum : sum + Math.floor((item.totalCents * quantity) / item.quantity);
  }, 0);
}

type Shipped = { items: readonly OrderItem[]; shippingCents: Cents };

/** What the policy gives back of the shipping, in cents: all of it with the return that leaves nothing of the order with the customer. */
export function returnedShipping({ items, shippingCents }: Shipped, returns: readonly ReturnView[], id: string): Cents {
  const counted = returns.filter(({ status }) => status !== 'declined');
  return counted.at(-1)?.id === id && returnable(items, counted).length === 0 ? shippingCents : 0;
}
