import type { Cents } from '#shared/money.ts';
import type { OrderStatus, PaymentStatus } from '#modules/buying/orders/rules.ts';

/** From here on more is not counted: '999+' says enough. */
export const mostCounted = 1_000;

export type NeedName =
  'held' | 'toShip' | 'inPreparation' | 'reviews' | 'messages' | 'lowStock' | 'mails' | 'disputes' | 'returns';

/** How many of each wait for a person, at most 1,000 of each. */
export type Waiting = Record<NeedName, number> & {
  /** When the first answer to a bank is due. */
  disputeDueAt: Date | null;
  /** The order of the return that was announced first. */
  returnOf: string | null;
};

/** '3', and '999+' for what was not counted to its end. */
export function countText(count: number): string {
  return count >= mostCounted ? `${mostCounted - 1}+` : String(count);
}

/** Few enough units left that a shop should order more: 10, of which the product page warns, too. */
export const lowStockUnits = 10;

export type RecentOrder = {
  id: string;
  orderNumber: string;
  customerName: string;
  placedAt: Date;
  totalCents: Cents;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  isHeld: boolean;
};

export type Urgency = 'now' | 'soon';

type Need = { name: NeedName; one: string; many: string; to: string; urgency: Urgency };

/** What a shop's owner is asked for, the most pressing first, each with the page on which it is done. */
export const needs: readonly Need[] = [
  {
    name: 'disputes',
    one: 'dispute to answer',
    many: 'disputes to answer',
    to: '/admin/orders?held=yes',
    urgency: 'now',
  },
  {
    name: 'held',
    one: 'order held for you',
    many: 'orders held for you',
    to: '/admin/orders?held=yes',
    urgency: 'now',
  },
  {
    name: 'mails',
    one: 'mail that failed',
    many: 'mails that failed',
    to: '/admin/mails?state=failed',
    urgency: 'now',
  },
  {
    name: 'toShip',
    one: 'order to ship',
    many: 'orders to ship',
    to: '/admin/orders?status=confirmed',
    urgency: 'soon',
  },
  {
    name: 'inPreparation',
    one: 'order in preparation',
    many: 'orders in preparation',
    to: '/admin/orders?status=processing',
    urgency: 'soon',
  },
  { name: 'returns', one: 'return under way', many: 'returns under way', to: '/admin/orders', urgency: 'soon' },
  { name: 'lowStock', one: 'product running low', many: 'products running low', to: '/admin/product', urgency: 'soon' },
  { name: 'reviews', one: 'review waiting', many: 'reviews waiting', to: '/admin/reviews', urgency: 'soon' },
  { name: 'messages', one: 'message waiting', many: 'messages waiting', to: '/admin/messages', urgency: 'soon' },
];

/** Where a need is seen to: of returns the order whose turn it is. */
export function placeOf({ name, to }: Need, { returnOf }: Waiting): string {
  return name === 'returns' && returnOf !== null ? `${to}/${returnOf}` : to;
}
