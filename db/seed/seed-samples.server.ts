import { recordPastPayments } from '@halorosa/stripe-sandbox';
import { eq, sql } from 'drizzle-orm';

import { seedProduct, seedShippingOptions } from '#content/catalog.ts';
import {
  sampleMessages,
  sampleOrders,
  samplePerson,
  sampleReviews,
  sampleSubscribers,
  type SampleOrder,
} from '#content/demo-orders.ts';
import { demoAdmin, demoCodes, demoCustomer } from '#content/demo-shop.ts';
import { contactMessages, contactReplies } from '#modules/contact/tables.server.ts';
import { publishedSite } from '#modules/content/content.server.ts';
import { discountCodes, discountRedemptions } from '#modules/discounts/tables.server.ts';
import { emailConsent } from '#modules/marketing/email-consent.ts';
import { emailCaptures } from '#modules/marketing/tables.server.ts';
import { disputes, orderEvents, orderItems, orderReturns, orders, refunds } from '#modules/orders/tables.server.ts';
import { reviews } from '#modules/reviews/tables.server.ts';
import { shopPromises } from '#modules/settings/shop-promises.server.ts';
import { taxRateOf } from '#modules/tax/tax-rates.server.ts';
import type { TaxRate } from '#modules/tax/tax.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Address } from '#shared/address.ts';

import { sampleRows, type SampleBuyer, type SampleRows, type SampleShop } from './sample-orders.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Returns a function that looks up the tax rate of an address once per region. */
function taxRates(tx: Db, ctx: Ctx) {
  const known = new Map<string, Promise<TaxRate | null>>();
  return (place: Address) => {
    const region = `${place.country} ${place.state}`;
    const rate = known.get(region) ?? taxRateOf(tx, ctx, { place });
    known.set(region, rate);
    return rate;
  };
}

async function buyerOf({ buyer }: SampleOrder, rateAt: ReturnType<typeof taxRates>): Promise<SampleBuyer> {
  const { customer, email, address } = samplePerson(buyer === 'demo customer' ? 0 : buyer + 1);
  const tax = await rateAt(address);
  if (buyer !== 'demo customer') return { contact: { ...customer, email }, address, tax };
  const { firstName, lastName, email: own } = demoCustomer;
  return { contact: { ...customer, firstName, lastName, email: own }, address, tax };
}

async function sampleShop(tx: Db, ctx: Ctx): Promise<SampleShop> {
  const [standard, express] = seedShippingOptions;
  const [code] = await tx.select().from(discountCodes).where(eq(discountCodes.code, demoCodes.percent.code));
  if (standard === undefined || express === undefined || code === undefined) throw new Error('the demo is not filled');
  const here = { ...ctx, db: tx };
  const [{ orderPrefix }, promises] = await Promise.all([publishedSite(here), shopPromises(here)]);
  const { onHand, available, promotions } = { onHand: null, available: null, promotions: [] };
  const product = { ...seedProduct, referencePriceCents: seedProduct.priceCents, onHand, available, promotions };
  const { publicUrl } = ctx.settings;
  return { now: ctx.now(), orderPrefix, publicUrl, product, options: { standard, express }, code, promises };
}

async function insertUses(tx: Db, { code }: SampleShop, samples: readonly SampleRows[]): Promise<void> {
  const withCode = samples.filter(({ order }) => (order.couponDiscount ?? null) !== null);
  const uses = withCode.map(({ order, usesCode }) => ({
    checkoutId: order.checkoutId,
    codeId: code.id,
    customerKey: order.email,
    state: usesCode ? ('redeemed' as const) : ('released' as const),
    createdAt: order.placedAt,
  }));
  await tx.insert(discountRedemptions).values(uses);
  const used = uses.filter(({ state }) => state === 'redeemed').length;
  await tx
    .update(discountCodes)
    .set({ used: sql`${discountCodes.used} + ${used}` })
    .where(eq(discountCodes.id, code.id));
}

async function insertOrders(tx: Db, ctx: Ctx): Promise<void> {
  const shop = await sampleShop(tx, ctx);
  const rateAt = taxRates(tx, ctx);
  const samples: SampleRows[] = [];
  for (const [index, sample] of sampleOrders.entries())
    samples.push(sampleRows({ shop, sample, buyer: await buyerOf(sample, rateAt), index }));
  await tx.insert(orders).values(samples.map(({ order }) => order).toReversed());
  await tx.insert(orderItems).values(samples.flatMap(({ items }) => items));
  await tx.insert(orderEvents).values(samples.flatMap(({ events }) => events));
  await tx.insert(refunds).values(samples.flatMap((sample) => sample.refunds));
  await tx.insert(disputes).values(samples.flatMap((sample) => sample.disputes));
  await tx.insert(orderReturns).values(samples.flatMap(({ returns }) => returns));
  await insertUses(tx, shop, samples);
  await recordPastPayments(
    tx,
    samples.map(({ payment }) => payment),
  );
}

/** Inserts reviews that wait for approval, messages and subscribers. */
async function insertVisitors(tx: Db, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  await tx.insert(reviews).values(
    sampleReviews.map(({ daysAgo, ...review }) => ({
      ...review,
      productId: seedProduct.id,
      origin: 'demo' as const,
      createdAt: ago(daysAgo),
    })),
  );
  const messages = sampleMessages.map(({ person, daysAgo, answer, ...message }) => {
    const { customer, email } = samplePerson(person + 1);
    const name = `${customer.firstName} ${customer.lastName}`;
    const handledAt = answer === undefined ? null : ago(daysAgo - 0.4);
    return { ...message, id: crypto.randomUUID(), name, email, createdAt: ago(daysAgo), handledAt, answer };
  });
  await tx.insert(contactMessages).values(messages.map(({ answer: _answer, ...message }) => message));
  const answers = messages.flatMap(({ id, answer, handledAt }) =>
    answer === undefined || handledAt === null ? [] : [{ messageId: id, text: answer, createdAt: handledAt }],
  );
  const kind = 'answer' as const;
  const authorEmail = demoAdmin.email;
  await tx.insert(contactReplies).values(answers.map((answer) => ({ ...answer, kind, authorEmail })));
  await tx.insert(emailCaptures).values(
    sampleSubscribers.map(({ person, daysAgo }) => ({
      email: samplePerson(person + 1).email,
      trigger: 'newsletter' as const,
      discountPercent: 0,
      consentVersion: emailConsent.version,
      createdAt: ago(daysAgo),
    })),
  );
}

/**
 * Fills a demo shop with sample orders, returns, reviews, messages and subscribers, in the
 * transaction that fills the shop. Sends nothing. The sandbox knows the payments, so they can be
 * refunded and the books agree.
 */
export async function seedSamples(tx: Db, ctx: Ctx): Promise<void> {
  await insertOrders(tx, ctx);
  await insertVisitors(tx, ctx.now());
}
