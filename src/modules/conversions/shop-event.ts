import type { Cents } from '#shared/money.ts';
import { dollars } from '#shared/money.ts';

/** What a shopper does that advertising may be told of, with the fields that its vendor names. */
export type ShopEvent =
  | { name: 'PageView' }
  | ({ name: 'AddToCart'; content_name: string } & Goods)
  | ({ name: 'InitiateCheckout' } & Goods)
  | ({ name: 'Purchase'; order_id?: string } & Goods);

type Goods = {
  content_ids: string[];
  content_type: 'product';
  /** In dollars. */
  value: number;
  currency: 'USD';
  num_items: number;
};

type Line = { productId: string; quantity: number };

/** The fields that all events about goods share; `valueCents` is what is or would be paid. */
export function goodsOf(lines: readonly Line[], valueCents: Cents): Goods {
  return {
    content_ids: lines.map(({ productId }) => productId),
    content_type: 'product',
    value: dollars(valueCents),
    currency: 'USD',
    num_items: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/** One purchase has one name, whoever tells of it: browser and server are counted once. */
export function purchaseEventId(orderNumber: string): string {
  return `purchase_${orderNumber}`;
}
