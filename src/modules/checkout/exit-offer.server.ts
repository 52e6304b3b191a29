import type { DiscountCode } from '#modules/discounts/discount-code.ts';
import { issueCode } from '#modules/discounts/discount-codes.server.ts';
import { codeById } from '#modules/discounts/discount-codes.queries.server.ts';
import { freeShippingOffers } from '#modules/promotions/promotions.ts';
import { chosenOption, optionPrice } from '#modules/shipping/shipping-terms.ts';
import { activeShippingOptions } from '#modules/shipping/shipping-options.queries.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { lockCheckout, type CheckoutRow } from './find-checkout.queries.server.ts';
import { findQuoteVersion } from './quote.queries.server.ts';
import { updateCheckout } from './update-checkout.queries.server.ts';
import type { CheckoutEnd } from './checkout-ends.ts';
import type { ExitOfferRefusal } from './checkout.schema.ts';
import { changeRefusal, ownCheckout } from './checkout.server.ts';
import { codeSaving, exitPercent, offerEnd } from './exit-offer.ts';
import type { QuoteVersion } from './quote.ts';

/** `replaces` is the shopper's present code, which takes off less, or null. */
export type ExitOffer = { code: DiscountCode; replaces: string | null };

const tenPercent = { type: 'percent', value: exitPercent * 100 } as const;

/** True if the present code of a checkout saves at least as much as the offer. */
async function isMatched(tx: Db, quote: QuoteVersion): Promise<boolean> {
  const present = quote.code === null ? null : await codeById(tx, quote.code.codeId);
  if (present === null) return false;
  const goods = quote.subtotalCents - (quote.promotion?.amountCents ?? 0);
  const option = chosenOption(await activeShippingOptions(tx), quote.shippingOption?.id ?? null);
  const offers = freeShippingOffers(quote.promotions ?? []);
  const prices = { goods, shippingCents: option === null ? 0 : optionPrice(option, goods, offers).priceCents };
  return codeSaving(present, prices) >= codeSaving(tenPercent, prices);
}

/** Returns the offer code of a locked checkout, issuing it if there is none yet. */
async function codeOf(tx: Db, checkout: CheckoutRow, now: Date): Promise<DiscountCode> {
  const known = checkout.exitCodeId === null ? null : await codeById(tx, checkout.exitCodeId);
  if (known !== null) return known;
  const code = await issueCode(tx, {
    name: 'Welcome Back Discount',
    percentBasisPoints: tenPercent.value,
    endsAt: offerEnd(now),
    maxUses: 1,
    prefix: 'BACK',
    cartId: checkout.cartId,
  });
  await updateCheckout(tx, checkout, { exitCodeId: code.id });
  return code;
}

async function decideOffer(
  tx: Db,
  checkoutId: string,
  now: Date,
): Promise<Result<ExitOffer, ExitOfferRefusal | CheckoutEnd>> {
  const checkout = await lockCheckout(tx, checkoutId);
  if (checkout === null) return refuse('not_found');
  const closed = changeRefusal(checkout);
  if (closed !== null) return refuse(closed);
  if (checkout.state === 'expired' || checkout.isDue) return refuse('expired');
  const { quote } = await findQuoteVersion(tx, checkoutId, checkout.quoteVersion);
  if (quote === null) throw new Error(`checkout ${checkoutId} has no quote version ${checkout.quoteVersion}`);
  const isApplied = quote.code !== null && quote.code.codeId === checkout.exitCodeId;
  if (!isApplied && (await isMatched(tx, quote))) return refuse('present_is_better');
  const code = await codeOf(tx, checkout, now);
  if (!isApplied && code.endsAt !== null && now >= code.endsAt) return refuse('offer_over');
  return ok({ code, replaces: isApplied ? null : (quote.code?.code ?? null) });
}

/**
 * Returns the single-use 10 % code for the cart of the visitor's checkout, valid for 5 minutes.
 * Repeated calls return the same code. Refuses the end of the checkout, `offer_over`,
 * and `present_is_better` if the present code takes off as much. Unknown or foreign ids throw 404.
 */
export async function makeExitOffer(
  ctx: Ctx,
  visitor: Visitor,
  checkoutId: string,
): Promise<Result<ExitOffer, ExitOfferRefusal | CheckoutEnd>> {
  await ownCheckout(ctx.db, visitor, { id: checkoutId });
  return inResultTransaction(ctx.db, (tx) => decideOffer(tx, checkoutId, ctx.now()));
}
