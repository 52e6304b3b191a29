import { readFile } from 'node:fs/promises';

import { eq, sql } from 'drizzle-orm';

import { seedFreeShipping, seedProduct, seedShippingOptions } from '#content/catalog.ts';
import { demoReviews } from '#content/demo-reviews.ts';
import { demoAdmin, demoCodes, demoCustomer, demoRoutine, demoStock } from '#content/demo-shop.ts';
import type { Auth } from '#modules/accounts/auth-service.server.ts';
import { listAdmins } from '#modules/accounts/accounts.queries.server.ts';
import { users } from '#modules/accounts/tables.server.ts';
import { customerFigures } from '#modules/customers/tables.server.ts';
import { priceChanges, products } from '#modules/catalog/tables.server.ts';
import { discountCodes } from '#modules/discounts/tables.server.ts';
import { reviewImages, reviews } from '#modules/reviews/tables.server.ts';
import { addDays } from '#modules/habit-tracker/habit-tracker.ts';
import { habitLogs } from '#modules/habit-tracker/tables.server.ts';
import { shippingOptions } from '#modules/shipping/tables.server.ts';
import { promotions } from '#modules/promotions/tables.server.ts';
import { paymentMode } from '#modules/payments/payment-mode.ts';
import { seedTaxRates } from '#modules/tax/tax-rates.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { utcDay } from '#shared/shop-time.ts';

import { seedSamples } from './seed-samples.server.ts';

const seedLock = 7_220_512;

async function seedDemoCodes(tx: Db): Promise<void> {
  const { free, percent } = demoCodes;
  await tx
    .insert(discountCodes)
    .values([
      { ...free, type: 'free_order', demoOnly: true },
      { code: percent.code, name: percent.name, type: 'percent', value: percent.basisPoints, demoOnly: true },
    ])
    .onConflictDoNothing();
}

const dayMs = 24 * 60 * 60 * 1000;

/** Size of every photo in `db/seed/photos`, in pixels. */
const photoSize = { width: 720, height: 960 };

async function seedDemoPhoto(tx: Db, reviewId: string, photo: string): Promise<void> {
  const bytes = await readFile(`db/seed/photos/${photo}.webp`);
  await tx.insert(reviewImages).values({ reviewId, position: 0, kind: 'image/webp', ...photoSize, bytes });
}

async function seedDemoReviews(tx: Db): Promise<void> {
  const rows = demoReviews.map(({ customer, verified, helpful, daysAgo, ...review }) => ({
    ...review,
    id: crypto.randomUUID(),
    productId: seedProduct.id,
    customerId: customer,
    verifiedPurchase: verified,
    helpfulCount: helpful,
    isApproved: true,
    origin: 'demo' as const,
    createdAt: new Date(Date.now() - daysAgo * dayMs),
  }));
  await tx.insert(reviews).values(rows);
  for (const { id, photo } of rows) if (photo !== undefined) await seedDemoPhoto(tx, id, photo);
}

/**
 * Inserts weeks of habit tracking for the demo customer, because a one-day-old account has little
 * to show.
 */
async function seedDemoRoutine(db: Db, userId: string): Promise<void> {
  const { memberForDays, daysAgo } = demoRoutine;
  const today = utcDay(new Date());
  const createdAt = new Date(Date.now() - memberForDays * dayMs);
  await inTransaction(db, async (tx) => {
    await tx.update(users).set({ createdAt }).where(eq(users.id, userId));
    await tx.update(customerFigures).set({ since: createdAt }).where(eq(customerFigures.id, userId));
    const rows = daysAgo.map((ago) => ({ userId, day: addDays(today, -ago) }));
    await tx.insert(habitLogs).values(rows).onConflictDoNothing();
  });
}

/**
 * Records the demo product's regular price from 60 days ago. A live shop must have charged the
 * price itself.
 */
async function seedDemoPrice(tx: Db): Promise<void> {
  const { id, priceCents } = seedProduct;
  const at = new Date(Date.now() - 60 * dayMs);
  await tx.insert(priceChanges).values({ productId: id, priceCents, salePriceCents: null, at });
}

/** True for a demo shop whose payments run in the sandbox, unless `SAMPLE_ORDERS` is off. */
const hasSamples = ({ settings }: Ctx) =>
  settings.shopMode === 'demo' && settings.sampleOrders === 'on' && paymentMode(settings) === 'sandbox';

/**
 * Lifts the limits of the session for a transaction. A busy machine may pause longer than the three
 * seconds for which a sale may hold the product's row.
 */
const withoutTimeouts = sql`set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/** Inserts everything but accounts. False if the shop has a product already. */
function fillShop(ctx: Ctx): Promise<boolean> {
  const isDemo = ctx.settings.shopMode === 'demo';
  return inTransaction(ctx.db, async (tx) => {
    await tx.execute(withoutTimeouts);
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    if ((await tx.$count(products)) > 0) return false;
    await tx.insert(products).values({
      ...seedProduct,
      onHand: isDemo ? demoStock : null,
      referencePriceCents: isDemo ? seedProduct.priceCents : null,
    });
    if (isDemo) await seedDemoPrice(tx);
    await tx.insert(shippingOptions).values(seedShippingOptions);
    await tx.insert(promotions).values(seedFreeShipping);
    await seedTaxRates(tx);
    if (isDemo) {
      await seedDemoCodes(tx);
      await seedDemoReviews(tx);
    }
    if (hasSamples(ctx)) await seedSamples(tx, ctx);
    return true;
  });
}

/**
 * True for a shop filled as a demo whose process ended before the admin's account, the last one.
 * Later a shop always has an admin.
 */
async function lacksAccounts({ db }: Ctx): Promise<boolean> {
  const demo = await db.$count(discountCodes, eq(discountCodes.demoOnly, true));
  return demo > 0 && (await listAdmins(db)).length === 0;
}

/**
 * Fills an empty shop with the product and its shipping. Only demo mode adds stock, codes, reviews,
 * sample orders and accounts. A first start that was killed is completed by the next one.
 */
export async function seedShop(ctx: Ctx, auth: Auth): Promise<void> {
  const filled = await fillShop(ctx);
  if (ctx.settings.shopMode !== 'demo' || !(filled || (await lacksAccounts(ctx)))) return;
  // The admin comes last: `lacksAccounts` looks for one.
  await seedDemoRoutine(ctx.db, await auth.createUser(demoCustomer));
  await auth.createUser(demoAdmin);
}
