import { and, eq, inArray, isNotNull, lt, ne, sql, type SQL } from 'drizzle-orm';

import { retention } from '#content/retention.ts';
import { deleteGuestCarts } from '#modules/buying/cart/personal-data.server.ts';
import { agreedVisitsOf, deleteVisitsOf } from '#modules/buying/meta-conversions/personal-data.server.ts';
import { eraseBuyers } from '#modules/ground/payments/personal-data.server.ts';
import { inBatches } from '#platform/db/batches.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { DaysAgo, PersonalData } from '#platform/db/personal-data.server.ts';

import { checkouts, checkoutQuotes, isNaming, nobody } from './tables.server.ts';

const { createdAt, customerId, id: checkoutId, paymentIntentId, state, visitorIp } = checkouts;
const { body } = checkoutQuotes;

/** Never paid, or paid and stored as an order. */
const isOver = inArray(state, ['expired', 'completed']);
const isOld = (daysAgo: DaysAgo) => lt(createdAt, daysAgo(retention.checkoutDays));

/**
 * Quotes that name somebody, of some checkouts: each checkout is looked up (`offset 0`), for quotes that name nobody any more are ever
 * more, and the planner, which takes these for almost all, would read every checkout.
 */
export const namingQuotes = (ofCheckouts: SQL | undefined) => sql`${checkoutQuotes}
  cross join lateral (
    select ${paymentIntentId} from ${checkouts} where ${checkoutId} = ${checkoutQuotes.checkoutId} and ${ofCheckouts} offset 0
  ) as its
  where ${isNaming(body)}`;

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const selectTheirs = (db: Db, userId: string, which?: SQL) =>
  db
    .select({ id: checkoutId })
    .from(checkouts)
    .where(and(eq(customerId, userId), which));

export const checkoutPersonalData: PersonalData = {
  columns: [visitorIp, body],
  async export({ db }, { id }) {
    return {
      checkouts: await db
        .select({ begun: createdAt, state, ipAddress: visitorIp })
        .from(checkouts)
        .where(eq(customerId, id)),
      agreedToAdvertising: await agreedVisitsOf(db, idsOf(await selectTheirs(db, id))),
    };
  },
  /** What a payment on its way becomes is not known yet. */
  async mustWait(tx, { id }) {
    const isUnderWay = inArray(state, ['awaiting_payment', 'payment_processing']);
    return (await tx.$count(checkouts, and(eq(customerId, id), isUnderWay))) > 0;
  },
  /** Contact and addresses in the versions go; their amounts stay. */
  async erase(tx, { id }) {
    const isIdle = inArray(state, ['completed', 'expired', 'open']);
    const ids = idsOf(await selectTheirs(tx, id, isIdle).for('update'));
    if (ids.length === 0) return;
    const isTheirs = inArray(checkoutId, ids);
    // The payment of an order keeps its record until the order is closed.
    const unsold = and(isTheirs, ne(state, 'completed'), sql`${paymentIntentId} is not null`);
    await eraseBuyers(tx, sql`select ${paymentIntentId} from ${checkouts} where ${unsold}`);
    await deleteVisitsOf(tx, ids);
    await tx
      .update(checkoutQuotes)
      .set({ body: sql`${body} || ${nobody}` })
      .where(inArray(checkoutQuotes.checkoutId, ids));
    await tx.update(checkouts).set({ customerId: null, visitorIp: '' }).where(isTheirs);
  },
  retention: {
    // Before the checkouts themselves: what is erased there tells no more whom a payment was for.
    payments: (db, daysAgo) =>
      eraseBuyers(
        db,
        sql`select distinct its.payment_intent_id
          from ${namingQuotes(and(isOld(daysAgo), eq(state, 'expired'), isNotNull(paymentIntentId)))}
            and ${body} -> 'contact' <> 'null'`,
      ),
    checkouts: (db, daysAgo) =>
      inBatches((limit) =>
        db.execute(sql`
        update ${checkoutQuotes} set body = ${body} || ${nobody}
        where (checkout_id, version) in (
          select ${checkoutQuotes.checkoutId}, ${checkoutQuotes.version}
          from ${namingQuotes(and(isOld(daysAgo), isOver))} limit ${limit})`),
      ),
    checkoutPlaces: (db, daysAgo) =>
      inBatches((limit) => {
        const isKnown = and(isOld(daysAgo), isOver, ne(visitorIp, ''));
        const known = db.select({ id: checkoutId }).from(checkouts).where(isKnown).limit(limit);
        return db.update(checkouts).set({ visitorIp: '' }).where(inArray(checkoutId, known));
      }),
    guestCarts: (db, daysAgo) =>
      deleteGuestCarts(
        db,
        daysAgo(retention.guestCartDays),
        (cartId) => sql`not exists (select 1 from ${checkouts}
          where ${checkouts.cartId} = ${cartId} and ${state} not in ('expired', 'completed'))`,
      ),
  },
};
