import type { Cents } from '#shared/money.ts';
import { centsToDollars } from '#shared/money.ts';

/** A shopper's action that may be reported to advertising, with the vendor's field names. */
export type ShopEvent =
  | { name: 'PageView' }
  | ({ name: 'AddToCart'; content_name: string } & Goods)
  | ({ name: 'InitiateCheckout' } & Goods)
  | ({ name: 'Purchase'; order_id?: string } & Goods);

type Goods = {
  content_ids: string[];
  content_type: 'product';
  /** Dollars. */
  value: number;
  currency: 'USD';
  num_items: number;
};

type Line = { productId: string; quantity: number };

/** Fields shared by all events about goods. `valueCents` is the amount paid or to be paid. */
export function goodsOf(lines: readonly Line[], valueCents: Cents): Goods {
  return {
    content_ids: lines.map(({ productId }) => productId),
    content_type: 'product',
    value: centsToDollars(valueCents),
    currency: 'USD',
    num_items: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/**
 * Event id of a purchase. Browser and server use the same one, so that the vendor counts the
 * purchase once.
 */
export function purchaseEventId(orderNumber: string): string {
  return `purchase_${orderNumber}`;
}
