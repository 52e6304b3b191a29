import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import {
  devices,
  profiles,
  sessions,
  signUps,
  userRoles,
  users,
  verifications,
} from '#modules/accounts/tables.server.ts';
import { carts, shoppingCarts } from '#modules/cart/tables.server.ts';
import { emptyDelivery } from '#modules/checkout/rules.ts';
import { checkouts, checkoutQuotes } from '#modules/checkout/tables.server.ts';
import { contactMessages } from '#modules/contact/tables.server.ts';
import { agreedVisits } from '#modules/conversions/tables.server.ts';
import { discountRedemptions } from '#modules/discounts/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { addressHash } from '#modules/letters/address-hash.server.ts';
import { letterRecipients, letters } from '#modules/letters/tables.server.ts';
import { emailCaptures } from '#modules/marketing/tables.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { reviewImages, reviews } from '#modules/reviews/tables.server.ts';
import { securityEvents } from '#modules/security/tables.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { rateLimitPoints } from '#platform/limits/tables.server.ts';
import { emptyNotes } from '#shared/order-notes.ts';

import { ordersToForget, paymentsToForget } from './tables.server.ts';

/** An address may have been typed with capitals; an account's has none. */
const isAddress = (column: AnyPgColumn, email: string) => sql`lower(${column}) = ${email}`;

export type Person = { id: string; email: string };

const cartsOf = (userId: string) => or(eq(carts.customerId, userId), eq(carts.buyer, `customer:${userId}`));

/** Everything that is kept of a person beside orders, addresses, routine and photos, table by table. */
export async function findRecords(db: Db, { id, email }: Person) {
  const { createdAt, emailVerified } = users;
  const { ipAddress, userAgent } = sessions;
  const { kind, subject } = mails;
  const mine = eq(reviews.customerId, id);
  return {
    account: await db.select({ email: users.email, emailVerified, createdAt }).from(users).where(eq(users.id, id)),
    profile: await db.select().from(profiles).where(eq(profiles.id, id)),
    roles: await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, id)),
    sessions: await db
      .select({ begun: sessions.createdAt, ends: sessions.expiresAt, ipAddress, userAgent })
      .from(sessions)
      .where(eq(sessions.userId, id)),
    browsers: await db
      .select({ addressConfirmed: devices.addressConfirmedAt, lastUsed: devices.seenAt })
      .from(devices)
      .where(eq(devices.userId, id)),
    cart: await db
      .select({ productId: shoppingCarts.productId, quantity: shoppingCarts.quantity })
      .from(shoppingCarts)
      .innerJoin(carts, eq(carts.id, shoppingCarts.cartId))
      .where(cartsOf(id)),
    checkouts: await db
      .select({ begun: checkouts.createdAt, state: checkouts.state, ipAddress: checkouts.visitorIp })
      .from(checkouts)
      .where(eq(checkouts.customerId, id)),
    agreedToAdvertising: await db
      .select({ at: agreedVisits.at, ipAddress: agreedVisits.ip, userAgent: agreedVisits.userAgent })
      .from(agreedVisits)
      .innerJoin(checkouts, eq(checkouts.id, agreedVisits.checkoutId))
      .where(eq(checkouts.customerId, id)),
    codes: await db
      .select({ at: discountRedemptions.createdAt, state: discountRedemptions.state })
      .from(discountRedemptions)
      .where(eq(discountRedemptions.customerKey, email)),
    reviews: await db.select().from(reviews).where(mine).orderBy(asc(reviews.createdAt)),
    newsletter: await db.select().from(emailCaptures).where(isAddress(emailCaptures.email, email)),
    letters: await db
      .select({ kind: letters.kind, isSent: letters.isSent, at: letters.createdAt })
      .from(letters)
      .innerJoin(letterRecipients, eq(letterRecipients.id, letters.recipientId))
      .where(eq(letterRecipients.addressHash, addressHash(email)))
      .orderBy(asc(letters.createdAt)),
    lettersStopped: await db
      .select({ at: letterRecipients.stoppedAt })
      .from(letterRecipients)
      .where(and(eq(letterRecipients.addressHash, addressHash(email)), isNotNull(letterRecipients.stoppedAt))),
    messages: await db.select().from(contactMessages).where(isAddress(contactMessages.email, email)),
    mails: await db
      .select({ kind, subject, state: mails.state, at: mails.createdAt })
      .from(mails)
      .where(isAddress(mails.toAddress, email))
      .orderBy(desc(mails.createdAt)),
  };
}

/** Whether a payment of this customer is on its way: what it becomes is not known yet. */
export async function existsPaying(tx: Db, userId: string): Promise<boolean> {
  const underway = inArray(checkouts.state, ['awaiting_payment', 'payment_processing']);
  return (await tx.$count(checkouts, and(eq(checkouts.customerId, userId), underway))) > 0;
}

/** Notes the payments of these checkouts as to be forgotten at the provider. */
async function insertPayments(tx: Db, which: SQL | undefined): Promise<void> {
  const { paymentIntentId } = checkouts;
  const found = await tx
    .select({ paymentIntentId: sql<string>`${paymentIntentId}` })
    .from(checkouts)
    .where(and(which, isNotNull(paymentIntentId)));
  if (found.length > 0) await tx.insert(paymentsToForget).values(found).onConflictDoNothing();
}

/** Payments to be forgotten at the provider, those that wait longest first. */
export async function listPaymentsToForget(db: Db, limit: number): Promise<string[]> {
  const { paymentIntentId, createdAt } = paymentsToForget;
  const rows = await db.select({ paymentIntentId }).from(paymentsToForget).orderBy(asc(createdAt)).limit(limit);
  return rows.map((row) => row.paymentIntentId);
}

export async function deletePaymentToForget(db: Db, paymentIntentId: string): Promise<void> {
  await db.delete(paymentsToForget).where(eq(paymentsToForget.paymentIntentId, paymentIntentId));
}

type OrderContact = { email: string; orderId: string };

/** Takes from an order what only reaching its customer needed; name, addresses and amounts stay for the books. */
export async function updateToForgotten(tx: Db, { orderId, email }: OrderContact): Promise<void> {
  const customer = sql`jsonb_set(${orders.customer}, '{phone}', '""')`;
  const where = eq(orders.id, orderId);
  const [order] = await tx
    .update(orders)
    .set({ email, customer, ...emptyNotes, paymentMethod: null })
    .where(where)
    .returning({ checkoutId: orders.checkoutId });
  if (order !== undefined) await insertPayments(tx, eq(checkouts.id, order.checkoutId));
  await tx.delete(mails).where(and(eq(mails.orderId, orderId), inArray(mails.state, ['sent', 'failed'])));
}

/** Parts orders from their account. */
export async function updateToNobodys(tx: Db, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .update(orders)
    .set({ customerId: null })
    .where(inArray(orders.id, [...orderIds]));
}

export async function insertToForget(tx: Db, orderId: string, alias: string): Promise<void> {
  await tx.insert(ordersToForget).values({ orderId, alias }).onConflictDoNothing();
}

/** Orders that wait to be forgotten: few, those of deleted accounts that are under way. */
export function listToForget(db: Db) {
  const { status, paymentStatus, holdReason } = orders;
  return db
    .select({ orderId: ordersToForget.orderId, alias: ordersToForget.alias, status, paymentStatus, holdReason })
    .from(ordersToForget)
    .innerJoin(orders, eq(orders.id, ordersToForget.orderId));
}

export async function deleteToForget(tx: Db, orderId: string): Promise<void> {
  await tx.delete(ordersToForget).where(eq(ordersToForget.orderId, orderId));
}

/** Contact and addresses in the versions of checkouts that are over; their amounts stay. */
async function forgetCheckouts(tx: Db, userId: string): Promise<void> {
  const over = and(eq(checkouts.customerId, userId), inArray(checkouts.state, ['completed', 'expired', 'open']));
  const theirs = tx.select({ id: checkouts.id }).from(checkouts).where(over);
  // The payment of an order keeps its record until the order is closed.
  await insertPayments(tx, and(over, ne(checkouts.state, 'completed')));
  await tx.delete(agreedVisits).where(inArray(agreedVisits.checkoutId, theirs));
  const body = sql`${checkoutQuotes.body} || ${JSON.stringify(emptyDelivery)}::jsonb`;
  await tx.update(checkoutQuotes).set({ body }).where(inArray(checkoutQuotes.checkoutId, theirs));
  await tx.update(checkouts).set({ customerId: null, visitorIp: '' }).where(over);
}

/** Reviews stay with their stars and words, without name and pictures. */
async function forgetReviews(tx: Db, userId: string): Promise<void> {
  const theirs = tx.select({ id: reviews.id }).from(reviews).where(eq(reviews.customerId, userId));
  await tx.delete(reviewImages).where(inArray(reviewImages.reviewId, theirs));
  await tx.update(reviews).set({ customerId: null, reviewerName: null }).where(eq(reviews.customerId, userId));
}

/** Letters stay counted, under a name that nobody has; who stopped them stays known by the hash, so that the address is spared. */
async function forgetLetters(tx: Db, email: string, alias: string): Promise<void> {
  const mine = and(eq(letterRecipients.addressHash, addressHash(email)), isNull(letterRecipients.stoppedAt));
  await tx
    .update(letterRecipients)
    .set({ addressHash: addressHash(alias) })
    .where(mine);
}

/** Deletes the account and with it profile, sessions, addresses, routine and photos; and what else names the person. */
export async function deletePerson(tx: Db, { id, email }: Person, alias: string): Promise<void> {
  await forgetCheckouts(tx, id);
  await forgetReviews(tx, id);
  await forgetLetters(tx, email, alias);
  await tx.delete(carts).where(cartsOf(id));
  await tx.update(discountRedemptions).set({ customerKey: alias }).where(eq(discountRedemptions.customerKey, email));
  await tx.delete(emailCaptures).where(isAddress(emailCaptures.email, email));
  await tx.delete(contactMessages).where(isAddress(contactMessages.email, email));
  await tx.delete(mails).where(and(isAddress(mails.toAddress, email), inArray(mails.state, ['sent', 'failed'])));
  // What they wrote to the shop went to its support address, also when it is not sent yet.
  const writer = sql`lower(${mails.content} -> 'data' ->> 'email')`;
  await tx.delete(mails).where(and(eq(mails.kind, 'contact_message'), eq(writer, email)));
  await tx.delete(securityEvents).where(eq(securityEvents.accountId, id));
  await tx.delete(rateLimitPoints).where(sql`right(${rateLimitPoints.key}, ${email.length + 1}) = ${`:${email}`}`);
  await tx.delete(verifications).where(or(eq(verifications.value, id), eq(verifications.identifier, email)));
  await tx.delete(signUps).where(eq(signUps.email, email));
  await tx.delete(users).where(eq(users.id, id));
}
