import { findOrderDetail, type OrderDetail } from '#modules/orders/orders.server.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import { addressEvent, taxDifference } from '#modules/orders/tax-difference.ts';
import { taxRateOn } from '#modules/tax/tax-rates.server.ts';
import { taxAmount } from '#modules/tax/tax.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Address } from '#shared/address.ts';
import type { Cents } from '#shared/money.ts';

type TaxCtx = Pick<Ctx, 'db' | 'settings'>;

/** Returns the tax that an address adds to an order, at the rate of the day of the order. */
export async function taxAtAddress(ctx: TaxCtx, order: OrderView, place: Address): Promise<Cents> {
  const rate = await taxRateOn(ctx.db, ctx, { place, at: order.placedAt });
  return rate === null || rate.inclusive ? 0 : taxAmount(order.subtotalCents - order.discountCents, rate);
}

/** Difference that is open after an address was corrected; the refund is within what is left. */
export type OpenTax = { chargedCents: Cents; dueCents: Cents; differenceCents: Cents; refundCents: Cents };

/** Returns the tax difference of a corrected address that is not settled, or null. */
export async function openTax(ctx: TaxCtx, detail: OrderDetail): Promise<OpenTax | null> {
  const { order, refundedTaxCents: refundedCents, refundableCents } = detail;
  if (order.status === 'cancelled' || !order.events.some(({ type }) => type === addressEvent)) return null;
  const dueCents = await taxAtAddress(ctx, order, order.shippingAddress);
  const differenceCents = taxDifference(order, { dueCents, refundedCents });
  const refundCents = Math.min(refundableCents, Math.max(0, -differenceCents));
  if (differenceCents === 0 || (differenceCents < 0 && refundCents === 0)) return null;
  return { chargedCents: order.taxCents - refundedCents, dueCents, differenceCents, refundCents };
}

/** Returns the tax that can be refunded for the corrected address of an order, and its version. */
export async function findOpenTax(ctx: TaxCtx, orderNumber: string) {
  const detail = await findOrderDetail(ctx.db, orderNumber);
  if (detail === null) return null;
  return { version: detail.order.version, refundCents: (await openTax(ctx, detail))?.refundCents ?? 0 };
}
