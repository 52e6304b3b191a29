import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { refreshTaxRate } from '#modules/tax/stripe-tax.server.ts';
import { taxRateOf, taxSource, type Taxed } from '#modules/tax/tax-rates.server.ts';
import { isTaxable, type TaxRate } from '#modules/tax/tax.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { addressRules } from '#shared/countries.ts';

import type { Change } from './checkout.schema.ts';
import { findCurrentCheckout } from './quote.queries.server.ts';
import type { Delivery } from './quote.ts';

type DeliveryAddress = Delivery['shippingAddress'];

function isKnown(address: DeliveryAddress): address is NonNullable<DeliveryAddress> {
  return address !== null && isTaxable(address, addressRules(address.country).stateRequired);
}

/** Returns the tax rate of a delivery address once enough of it is known. */
export async function rateAt(
  tx: Db,
  ctx: Pick<Ctx, 'settings'>,
  { place, stored }: Taxed<DeliveryAddress>,
): Promise<TaxRate | null> {
  return isKnown(place) ? taxRateOf(tx, ctx, { place, stored }) : null;
}

/**
 * Fetches the rate from the tax service, if the shop uses one. Must run before the pricing
 * transaction.
 */
export async function refreshTaxRateAt(ctx: PaymentsCtx, address: DeliveryAddress): Promise<void> {
  if (isKnown(address)) await refreshTaxRate(ctx, address);
}

/**
 * Fetches the tax rate for the address of a checkout or its change, if the shop uses a tax service.
 * Runs before the pricing transaction.
 */
export async function refreshCheckoutTaxRate(
  ctx: PaymentsCtx,
  checkoutId: string,
  change: Partial<Change> = {},
): Promise<void> {
  if ((await taxSource(ctx)) === 'table') return;
  const stored = change.shipping_address ?? (await findCurrentCheckout(ctx.db, checkoutId))?.quote.shippingAddress;
  await refreshTaxRateAt(ctx, stored ?? null);
}
