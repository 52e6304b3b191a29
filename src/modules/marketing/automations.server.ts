import { pricedLine, promotionsOf } from '#modules/cart/cart-line.ts';
import { addToCart, cartLines } from '#modules/cart/cart.server.ts';
import { activeProducts } from '#modules/catalog/products.queries.server.ts';
import { abandonedCheckouts, newestQuoteOf } from '#modules/checkout/expire-checkouts.queries.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { enqueueMail } from '#modules/email/enqueue-mail.server.ts';
import { orderHead } from '#modules/orders/send-order-emails.server.ts';
import { listOrdersNotReturned } from '#modules/orders/sales.queries.server.ts';
import { findOrder } from '#modules/orders/orders.queries.server.ts';
import { promotionsOff } from '#modules/promotions/promotions.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';
import { isUuid } from '#shared/uuid.ts';

import { abandonedCheckout, reviewRequest } from './marketing.emails.server.ts';
import {
  addressHash,
  countReminders,
  findRecipient,
  hasRecipientLeft,
  hasUnsubscribed,
  insertEmail,
  isUndecided,
  needsReminder,
  selectRemindedCheckout,
  upsertAndLockRecipient,
  markUnsubscribed,
} from './automations.queries.server.ts';
import { reminderPause, reminderWindow, reviewWindow, unsubscribeUrl } from './automations.ts';
import { reminderConsentVersions } from './email-consent.ts';
import type { CartOffer } from './mails/automated-email.server.tsx';

/** Max emails per run. The next run sends the rest. */
const batch = 100;

type Cause = { kind: 'review_request' | 'abandoned_checkout'; subjectId: string; to: string };

/**
 * Decides once on the email of a cause. Null if it was decided before, if the recipient has
 * unsubscribed, or for a second reminder within 30 days.
 */
async function decideEmail(tx: Db, ctx: Ctx, { kind, subjectId, to }: Cause) {
  const { id: recipientId } = await upsertAndLockRecipient(tx, addressHash(to));
  const earlier = kind === 'abandoned_checkout' ? await countReminders(tx, recipientId, reminderPause(ctx.now())) : 0;
  const isSent = earlier === 0 && !(await hasUnsubscribed(tx, to));
  const id = await insertEmail(tx, { recipientId, kind, subjectId, isSent, createdAt: ctx.now() });
  return id === null || !isSent ? null : { id, unsubscribeUrl: unsubscribeUrl(ctx.settings.publicUrl, recipientId) };
}

async function askForReview(tx: Db, ctx: Ctx, orderId: string): Promise<void> {
  const order = await findOrder(tx, orderId);
  if (order === null) return;
  const email = await decideEmail(tx, ctx, { kind: 'review_request', subjectId: orderId, to: order.email });
  if (email === null) return;
  const links = { reviewUrl: `${ctx.settings.publicUrl}/reviews`, unsubscribeUrl: email.unsubscribeUrl };
  const data = { ...orderHead(order, ctx.settings), ...links };
  await enqueueMail(tx, ctx, { kind: reviewRequest, orderId, to: order.email, data });
}

/**
 * Sends review requests once for orders that arrived 10 days ago and were not returned. Skips
 * unsubscribed recipients.
 */
export async function askForReviews(ctx: Ctx): Promise<void> {
  const { db } = ctx;
  const window = { ...reviewWindow(ctx.now()), limit: batch };
  for (const orderId of await listOrdersNotReturned(db, window, (id) => isUndecided(db, 'review_request', id))) {
    await inTransaction(db, (tx) => askForReview(tx, ctx, orderId));
  }
}

type Left = Awaited<ReturnType<typeof abandonedCheckouts>>[number];

/**
 * Returns the offers that apply to the items now, and their price with them. Null if none applies,
 * or if an item is no longer sold.
 */
async function offerFor(tx: Db, items: Left['body']['items']): Promise<CartOffer | null> {
  const products = await activeProducts(
    tx,
    items.map(({ productId }) => productId),
  );
  const lines = items.flatMap(({ productId, quantity }) =>
    products.filter(({ id }) => id === productId).map((product) => ({ quantity, product })),
  );
  if (lines.length < items.length) return null;
  const priced = lines.map(pricedLine);
  const { shares, labels } = promotionsOff(promotionsOf(lines), priced);
  if (labels.length === 0) return null;
  const costs = priced.map(({ quantity, unitPriceCents }, index) => quantity * unitPriceCents - (shares[index] ?? 0));
  return { name: labels.join(', '), totalCents: costs.reduce((total, cents) => total + cents, 0) };
}

async function remind(tx: Db, ctx: Ctx, { id, body: { contact, items } }: Left): Promise<void> {
  if (contact === null || items.length === 0) return;
  const { email: to, firstName } = contact;
  const email = await decideEmail(tx, ctx, { kind: 'abandoned_checkout', subjectId: id, to });
  if (email === null) return;
  const { publicUrl: shopUrl } = ctx.settings;
  const data = {
    firstName,
    items: items.map(({ name, imageUrl, quantity, unitPriceCents }) => ({
      name,
      imageUrl,
      quantity,
      amountCents: unitPriceCents * quantity,
    })),
    offer: await offerFor(tx, items),
    resumeUrl: `${shopUrl}/resume/${email.id}`,
    unsubscribeUrl: email.unsubscribeUrl,
    shopUrl,
  };
  await enqueueMail(tx, ctx, { kind: abandonedCheckout, cause: email.id, to, data });
}

/**
 * Sends one reminder per checkout that was left 4 hours to 3 days ago. Requires consent and no
 * purchase since.
 */
export async function remindOfCheckouts(ctx: Ctx): Promise<void> {
  const { db } = ctx;
  const window = { ...reminderWindow(ctx.now()), limit: batch };
  const left = await abandonedCheckouts(db, window, (checkout) => needsReminder(db, checkout, reminderConsentVersions));
  for (const one of left) await inTransaction(db, (tx) => remind(tx, ctx, one));
}

/** Returns whether a link's recipient still gets emails. Null if the link names nobody. */
export async function recipientState(ctx: Ctx, id: string): Promise<'active' | 'stopped' | null> {
  const recipient = isUuid(id) ? await findRecipient(ctx.db, id) : null;
  if (recipient === null) return null;
  return (await hasRecipientLeft(ctx.db, id)) ? 'stopped' : 'active';
}

/** Unsubscribes a link's recipient from all marketing emails. False if the link names nobody. */
export async function unsubscribe(ctx: Ctx, id: string): Promise<boolean> {
  return isUuid(id) && markUnsubscribed(ctx.db, id, ctx.now());
}

/** Unsubscribes an address whose owner asked for it in a message. */
export function stopEmailsTo(ctx: Ctx, actor: Actor, email: string): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { id, stoppedAt } = await upsertAndLockRecipient(tx, addressHash(email));
    const after = { stoppedAt: ctx.now() };
    await markUnsubscribed(tx, id, after.stoppedAt);
    await recordChange(tx, actor, {
      action: 'subscriber.stop',
      subject: `subscriber:${id}`,
      before: { stoppedAt },
      after,
    });
  });
}

export type LeftItem = { productId: string; name: string; imageUrl: string; quantity: number };

/** Returns the items of a reminder's checkout. Null if the link is unknown. */
export async function leftItems(ctx: Ctx, reminderId: string): Promise<LeftItem[] | null> {
  const quote = isUuid(reminderId) ? await newestQuoteOf(ctx.db, selectRemindedCheckout(ctx.db, reminderId)) : null;
  if (quote === null) return null;
  return quote.items.map(({ productId, name, imageUrl, quantity }) => ({ productId, name, imageUrl, quantity }));
}

/**
 * Adds a reminder's missing items to the cart, as far as they are in stock. Products already in the
 * cart keep their quantity. Returns whether the cart then has any items.
 */
export async function refillCart(ctx: Ctx, visitor: Visitor, items: readonly LeftItem[]): Promise<boolean> {
  const present = new Set((await cartLines(ctx.db, visitor)).map(({ product }) => product.id));
  for (const { productId, quantity } of items.filter((item) => !present.has(item.productId))) {
    const added = await addToCart(ctx.db, visitor, { productId, quantity, sessionId: null });
    const fewer = !added.ok && added.available !== undefined && added.available > 0 ? added.available : 0;
    if (fewer > 0) await addToCart(ctx.db, visitor, { productId, quantity: fewer, sessionId: null });
  }
  return (await cartLines(ctx.db, visitor)).length > 0;
}
