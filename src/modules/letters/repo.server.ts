import { and, asc, eq, gt, isNotNull, isNull, lte, notExists, notLike, sql } from 'drizzle-orm';

import { checkouts, checkoutQuotes } from '#modules/checkout/tables.server.ts';
import { emailCaptures } from '#modules/marketing/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import type { Window } from './rules.ts';
import { letterRecipients, letters } from './tables.server.ts';

export type Recipient = typeof letterRecipients.$inferSelect;

/** The recipient with this address, held for the transaction. */
export async function takeRecipient(tx: Db, addressHash: string): Promise<Recipient> {
  const [row] = await tx
    .insert(letterRecipients)
    .values({ addressHash })
    .onConflictDoUpdate({ target: letterRecipients.addressHash, set: { addressHash } })
    .returning();
  if (row === undefined) throw new Error('the recipient was not stored');
  return row;
}

/** Ends all letters to a recipient; false when there is none. */
export async function updateToStopped(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(letterRecipients)
    .set({ stoppedAt: sql`coalesce(${letterRecipients.stoppedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(letterRecipients.id, id))
    .returning({ id: letterRecipients.id });
  return rows.length === 1;
}

export async function findRecipient(db: Db, id: string): Promise<Recipient | null> {
  const rows = await db.select().from(letterRecipients).where(eq(letterRecipients.id, id)).limit(1);
  return rows[0] ?? null;
}

type NewLetter = typeof letters.$inferInsert;

/** Decides on the letter of a cause, once; null when that was done before. */
export async function insertLetter(tx: Db, letter: NewLetter): Promise<string | null> {
  const rows = await tx.insert(letters).values(letter).onConflictDoNothing().returning({ id: letters.id });
  return rows[0]?.id ?? null;
}

export function countReminders(db: Db, recipientId: string, after: Date): Promise<number> {
  const isReminder = and(eq(letters.kind, 'abandoned_checkout'), eq(letters.isSent, true));
  return db.$count(letters, and(eq(letters.recipientId, recipientId), isReminder, gt(letters.createdAt, after)));
}

/** Orders that arrived in the window, were kept and paid, and whose buyers were not asked yet. */
export async function listUnreviewed(db: Db, { after, until }: Window, limit: number): Promise<string[]> {
  const asked = db
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.kind, 'review_request'), eq(letters.aboutId, orders.id)));
  const isKept = and(
    sql`${orders.status} in ('delivered', 'completed')`,
    sql`${orders.paymentStatus} in ('paid', 'not_required')`,
    eq(orders.returnedCents, 0),
    // Of a deleted account: its address is nobody's.
    notLike(orders.email, '%.invalid'),
    isNull(orders.holdReason),
  );
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isKept, gt(orders.deliveredAt, after), lte(orders.deliveredAt, until), notExists(asked)))
    .orderBy(asc(orders.deliveredAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

const email = sql<string>`lower(trim(${checkoutQuotes.body} -> 'contact' ->> 'email'))`;

const agreed = (consentVersions: readonly string[]) => sql`exists (
  select 1 from ${emailCaptures}
  where ${emailCaptures.email} = ${email} and ${emailCaptures.trigger} <> 'newsletter'
    and ${emailCaptures.consentVersion} = any(${sql.param([...consentVersions])}::text[]))`;

/** Nothing was bought since: not by this address, and not from this cart, of which a newer checkout may also be under way. */
const notBought = sql`not exists (select 1 from ${orders} where ${orders.email} = ${email} and ${orders.placedAt} >= ${checkouts.createdAt})
  and not exists (select 1 from ${checkouts} newer
    where newer.cart_id = ${checkouts.cartId} and newer.created_at >= ${checkouts.createdAt} and newer.state <> 'expired')`;

const current = and(eq(checkoutQuotes.checkoutId, checkouts.id), eq(checkoutQuotes.version, checkouts.quoteVersion));

/** Checkouts of the window that ended unpaid, whose buyers agreed to letters, and that were not decided on yet. */
export function listAbandoned(db: Db, { after, until }: Window, { consentVersions, limit }: Abandoned) {
  const decided = db
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.kind, 'abandoned_checkout'), eq(letters.aboutId, checkouts.id)));
  const isDue = and(gt(checkouts.createdAt, after), lte(checkouts.createdAt, until), eq(checkouts.state, 'expired'));
  return db
    .select({ id: checkouts.id, body: checkoutQuotes.body })
    .from(checkouts)
    .innerJoin(checkoutQuotes, current)
    .where(and(isDue, isNotNull(email), agreed(consentVersions), notBought, notExists(decided)))
    .orderBy(asc(checkouts.createdAt))
    .limit(limit);
}

type Abandoned = { consentVersions: readonly string[]; limit: number };

/** What the checkout of a reminder held, or null. */
export async function findReminded(db: Db, letterId: string) {
  const rows = await db
    .select({ body: checkoutQuotes.body })
    .from(letters)
    .innerJoin(checkouts, eq(checkouts.id, letters.aboutId))
    .innerJoin(checkoutQuotes, current)
    .where(and(eq(letters.id, letterId), eq(letters.kind, 'abandoned_checkout')))
    .limit(1);
  return rows[0]?.body.items ?? null;
}

/** Addresses that are still owed a reminder although they have bought since. */
export async function listOvertaken(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select m.id from mails m
    where m.kind = 'abandoned_checkout' and m.state = 'queued'
      and exists (select 1 from ${orders} where ${orders.email} = lower(m.to_address)
        and ${orders.placedAt} >= m.created_at - interval '1 day')`);
  return rows.map(({ id }) => id);
}
