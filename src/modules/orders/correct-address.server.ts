import { isDeepStrictEqual } from 'node:util';

import type { Actor } from '#modules/audit/audit-log.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { refreshTaxRate } from '#modules/tax/stripe-tax.server.ts';
import { taxRateOn } from '#modules/tax/tax-rates.server.ts';
import { taxAmount } from '#modules/tax/tax.ts';
import { findSoldCountries } from '#modules/shipping/sold-countries.queries.server.ts';
import { countryRefusal } from '#modules/shipping/shipping-terms.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { addressIssues, instructionsMax, addressFromInput, type Address, type AddressPart } from '#shared/address.ts';
import { truncate } from '#shared/clean-text.ts';
import type { Issues } from '#shared/form-issues.ts';
import { formatUsd, type Cents } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { withLockedOrder, findBalance, storeOrderChange, type ExpectedOrder } from './change-order.server.ts';
import type { OrderView } from './order-record.ts';
import { hasShipped } from './order-status.ts';
import { findOrderByNumber, loadOrder } from './orders.queries.server.ts';
import type { AddressRefusal } from './orders.schema.ts';
import { soldParts } from './refund-split.ts';
import { findReturnParts } from './return-parts.server.ts';
import { addressEvent, taxDifference, type TaxDifference } from './tax-difference.ts';

type TaxCtx = Pick<Ctx, 'db' | 'settings'>;

/** Tax of an order at a place, with what can be refunded of it, in cents. */
export type TaxAtPlace = TaxDifference & { refundCents: Cents };

/** Compares the tax of an order with that of a place, added or included, on the order's day. */
async function taxAtPlace({ db, settings }: TaxCtx, order: OrderView, place: Address): Promise<TaxAtPlace> {
  const rate = await taxRateOn(db, { settings }, { place, at: order.placedAt });
  const placeCents = rate === null ? 0 : taxAmount(order.subtotalCents - order.discountCents, rate);
  const { claimed } = await findReturnParts(db, order);
  const tax = taxDifference({ sold: soldParts(order), claimed }, placeCents);
  const { claimedCents } = await findBalance(db, order.paymentIntentId);
  const left = Math.max(0, order.capturedCents - claimedCents);
  return { ...tax, refundCents: Math.min(left, Math.max(0, -tax.differenceCents)) };
}

const wasCorrected = ({ events }: OrderView) => events.some(({ type }) => type === addressEvent);

/** Returns the tax difference of a corrected address that is not settled, or null. */
export async function findOpenTax(ctx: TaxCtx, order: OrderView): Promise<TaxAtPlace | null> {
  if (order.status === 'cancelled' || !wasCorrected(order)) return null;
  const tax = await taxAtPlace(ctx, order, order.shippingAddress);
  const isSettled = tax.differenceCents === 0 || (tax.differenceCents < 0 && tax.refundCents === 0);
  return isSettled ? null : tax;
}

/** Returns the tax at another address if it differs from the tax at the stored one, else null. */
async function taxChangeOf(ctx: TaxCtx, order: OrderView, address: Address): Promise<TaxAtPlace | null> {
  const now = await taxAtPlace(ctx, order, order.shippingAddress);
  const then = await taxAtPlace(ctx, order, address);
  const isNew = then.differenceCents !== 0 && !wasCorrected(order);
  return then.dueCents !== now.dueCents || isNew ? then : null;
}

/**
 * Returns the tax that a correction of the address would bring, if it changes the tax, else null.
 * `correctAddress` wants the admin to agree to it, and refuses an unusable address.
 */
export async function findTaxChange(
  ctx: PaymentsCtx,
  orderNumber: string,
  typed: Partial<Address>,
): Promise<TaxAtPlace | null> {
  const address = addressFromInput(typed);
  if (Object.keys(addressIssues(address)).length > 0) return null;
  await refreshTaxRate(ctx, address);
  const order = await findOrderByNumber(ctx.db, orderNumber);
  return order === null ? null : taxChangeOf(ctx, order, address);
}

type Correction = ExpectedOrder & {
  /** Address and delivery instructions as typed. */
  address: Partial<Address>;
  deliveryInstructions: string;
  /** Tax at the new address that the admin agreed to, in cents; null if nobody was asked. */
  agreedTaxCents: Cents | null;
};

type Corrected = Result<null, AddressRefusal> & { issues?: Issues<AddressPart> };

/** Returns what the event and the audit log say about the tax of a new address. */
function taxNote({ chargedCents, dueCents, differenceCents }: TaxDifference) {
  if (differenceCents === 0) return { text: '', before: {}, after: {} };
  return {
    text: `: tax due ${formatUsd(dueCents)}, charged ${formatUsd(chargedCents)}`,
    before: { taxAtAddressCents: chargedCents },
    after: { taxAtAddressCents: dueCents },
  };
}

/** Refuses a country that the shop does not sell to, unless the order goes there already. */
async function movedRefusal(tx: Db, before: Address, after: Address): Promise<Corrected | null> {
  if (before.country === after.country) return null;
  const { message } = countryRefusal(await findSoldCountries(tx), after.country) ?? {};
  return message === undefined ? null : { ...refuse('unusable'), issues: { country: message } };
}

/**
 * Corrects the address and delivery instructions of an order that has not shipped. Unchanged input
 * writes nothing. The order keeps the tax that it charged. Refuses `unusable` with the issues of an
 * address against the rules of its country, or of another country that the shop does not sell to.
 * Refuses `tax_changes` until the admin has agreed to the tax of the new address.
 */
export async function correctAddress(
  ctx: PaymentsCtx,
  actor: Actor,
  { agreedTaxCents, ...correction }: Correction,
): Promise<Corrected> {
  const address = addressFromInput(correction.address);
  const issues = addressIssues(address);
  if (Object.keys(issues).length > 0) return { ...refuse('unusable'), issues };
  await refreshTaxRate(ctx, address);
  const deliveryInstructions = truncate(correction.deliveryInstructions, instructionsMax);
  return withLockedOrder(ctx, correction, async (tx, order): Promise<Corrected> => {
    if (hasShipped(order.status) || order.status === 'cancelled') return refuse('shipped_already');
    const isSame = isDeepStrictEqual(address, order.shippingAddress);
    const instructionsChanged = deliveryInstructions !== order.deliveryInstructions;
    if (isSame && !instructionsChanged) return ok(null);
    const unsold = await movedRefusal(tx, order.shippingAddress, address);
    if (unsold !== null) return unsold;
    const here = { settings: ctx.settings, db: tx };
    const view = await loadOrder(tx, order.id);
    const change = isSame ? null : await taxChangeOf(here, view, address);
    if (change !== null && change.dueCents !== agreedTaxCents) return refuse('tax_changes');
    const tax = taxNote(change ?? (await taxAtPlace(here, view, address)));
    await storeOrderChange(tx, ctx, {
      order,
      actor,
      set: { shippingAddress: address, deliveryInstructions },
      event: { type: addressEvent, message: `Address updated${tax.text}` },
      action: 'order.address',
      before: { address: order.shippingAddress, ...tax.before },
      // The address is retained for the books, so it may be logged. Instructions are erased with
      // the customer's contact, so the log only says that they changed.
      after: { address, ...tax.after, instructionsChanged },
    });
    return ok(null);
  });
}
