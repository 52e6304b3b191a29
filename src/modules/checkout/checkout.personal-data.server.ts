import { and, eq, inArray, lt, ne, sql, type SQL } from 'drizzle-orm';

import { retention } from '#content/retention.ts';
import { deleteGuestCarts } from '#modules/cart/cart.personal-data.server.ts';
import { agreedVisitsOf, deleteVisitsOf } from '#modules/conversions/conversions.personal-data.server.ts';
import { buyerErasures, enqueueBuyerErasures } from '#modules/payments/erase-buyers.server.ts';
import { inSteps, inStretches, type Changed } from '#platform/db/batches.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { DaysAgo, PersonalData } from '#platform/db/personal-data.server.ts';

import { checkouts, checkoutQuotes, isLive, isNaming, nobody } from './tables.server.ts';

const { createdAt, customerId, id: checkoutId, paymentIntentId, state, visitorIp } = checkouts;
const { body } = checkoutQuotes;

/** True for checkouts that were never paid, or paid and stored as an order. */
const isOver = inArray(state, ['expired', 'completed']);
const isOld = (daysAgo: DaysAgo) => lt(createdAt, daysAgo(retention.checkoutDays));

const quotesAtOnce = 2_000;

/** Cursor of a walk over the quotes: the last one read. */
type Position = { checkoutId: string; version: number };
const beginning: Position = { checkoutId: '00000000-0000-0000-0000-000000000000', version: 0 };

/** Selects quotes with personal data after a cursor, in index order. */
export const namingQuotes = (after: Position) => sql`
  select checkout_id, version from ${checkoutQuotes}
  where ${isNaming(body)} and (checkout_id, version) > (${after.checkoutId}::uuid, ${after.version}::int)
  order by checkout_id, version limit ${quotesAtOnce}`;

/**
 * Erases buyers from quotes and, in the same statement, enqueues their payment ids for erasure at
 * the provider.
 */
const eraseNext = (after: Position, isDue: SQL | undefined) => sql`
  with seen as materialized (${namingQuotes(after)}),
  due as materialized (
    select seen.checkout_id, seen.version, ${paymentIntentId} as intent_id, ${state} as state
    from seen join ${checkouts} on ${checkoutId} = seen.checkout_id where ${isDue}
  ),
  queued as (${buyerErasures(sql`
    select distinct due.intent_id from due join ${checkoutQuotes} q using (checkout_id, version)
    where due.state = 'expired' and due.intent_id is not null and q.body -> 'contact' <> 'null'`)}),
  erased as (
    update ${checkoutQuotes} set body = ${body} || ${nobody} from due
    where ${checkoutQuotes.checkoutId} = due.checkout_id and ${checkoutQuotes.version} = due.version returning 1
  )
  select seen.checkout_id as "checkoutId", seen.version, (select count(*)::int from erased) as erased,
    (select count(*)::int from seen) as seen
  from seen order by 1 desc, 2 desc limit 1`;

/** Erases names and addresses from the quotes of matching checkouts. */
function eraseQuotes(db: Db, isDue: SQL | undefined): Promise<Changed> {
  let after = beginning;
  return inSteps(async () => {
    const { rows } = await db.execute<Position & { erased: number; seen: number }>(eraseNext(after, isDue));
    const [last] = rows;
    if (last === undefined) return { rowCount: 0, isLast: true };
    after = last;
    return { rowCount: last.erased, isLast: last.seen < quotesAtOnce };
  });
}

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
  /** The outcome of a payment under way is still unknown. */
  async mustWait(tx, { id }) {
    const isUnderWay = inArray(state, ['awaiting_payment', 'payment_processing']);
    return (await tx.$count(checkouts, and(eq(customerId, id), isUnderWay))) > 0;
  },
  /** Erases contact and addresses from quote versions and retains their amounts. */
  async erase(tx, { id }) {
    const isIdle = inArray(state, ['completed', 'expired', 'open']);
    const ids = idsOf(await selectTheirs(tx, id, isIdle).for('update'));
    if (ids.length === 0) return;
    const isTheirs = inArray(checkoutId, ids);
    // The provider retains the payment record of an order until the order is closed.
    const unsold = and(isTheirs, ne(state, 'completed'), sql`${paymentIntentId} is not null`);
    await enqueueBuyerErasures(tx, sql`select ${paymentIntentId} from ${checkouts} where ${unsold}`);
    await deleteVisitsOf(tx, ids);
    await tx
      .update(checkoutQuotes)
      .set({ body: sql`${body} || ${nobody}` })
      .where(inArray(checkoutQuotes.checkoutId, ids));
    await tx.update(checkouts).set({ customerId: null, visitorIp: '' }).where(isTheirs);
  },
  retention: {
    checkouts: (db, daysAgo) => eraseQuotes(db, and(isOld(daysAgo), isOver)),
    checkoutPlaces: (db, daysAgo) =>
      inStretches(db, checkouts, (isInStretch) => {
        const isKnown = and(isOld(daysAgo), isOver, ne(visitorIp, ''));
        return db.update(checkouts).set({ visitorIp: '' }).where(and(isInStretch, isKnown));
      }),
    guestCarts: (db, daysAgo) =>
      deleteGuestCarts(
        db,
        daysAgo(retention.guestCartDays),
        (cartId) => sql`not exists (select 1 from ${checkouts}
          where ${checkouts.cartId} = ${cartId} and ${isLive(state)})`,
      ),
  },
};
