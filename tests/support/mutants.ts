import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Plugin } from 'vite';

/**
 * Bug planted in the shop's source, to prove that a suite detects it. Rows of one name belong
 * together.
 */
export type Mutant = { name: string; file: string; find: string; replace: string };

const authenticator = 'src/modules/accounts/one-use-codes.queries.server.ts';
const catalogService = 'src/modules/catalog/products.queries.server.ts';
const checkoutPage = 'src/pages/checkout/checkout.tsx';
const checkoutRepo = 'src/modules/checkout/find-checkout.queries.server.ts';
const leaseRepo = 'src/modules/checkout/checkout-lease.queries.server.ts';
const discountEditing = 'src/modules/discounts/edit-codes.server.ts';
const discountRepo = 'src/modules/discounts/redemptions.queries.server.ts';
const exitOffer = 'src/modules/checkout/exit-offer.server.ts';
const edgeChanges = 'src/platform/edge/purge-jobs.server.ts';
const emailJobs = 'src/modules/email/email.jobs.server.ts';
const emailQueue = 'src/modules/email/enqueue-mail.server.ts';
const guardedPool = 'src/platform/db/guarded-pool.server.ts';
const expiry = 'src/modules/checkout/expire-checkouts.server.ts';
const expiryRepo = 'src/modules/checkout/expire-checkouts.queries.server.ts';
const intents = 'src/modules/payments/intents.server.ts';
const notificationRepo = 'src/modules/notifications/notifications.queries.server.ts';
const issuedDocuments = 'src/modules/orders/issued-documents.queries.server.ts';
const orderDocuments = 'src/modules/orders/order-documents.queries.server.ts';
const orderRepo = 'src/modules/orders/orders.queries.server.ts';
const lockedOrder = 'src/modules/orders/change-order.server.ts';
const privacy = 'src/modules/privacy/export-erase.server.ts';
const refundRepo = 'src/modules/orders/refunds.queries.server.ts';
const quote = 'src/modules/checkout/quote.server.ts';
const quoteRepo = 'src/modules/checkout/quote.queries.server.ts';
const reservationRepo = 'src/modules/checkout/reservation.queries.server.ts';
const revision = 'src/modules/checkout/revise-checkout.server.ts';
const roles = 'src/modules/accounts/accounts.queries.server.ts';
const roleChanges = 'src/modules/accounts/roles.server.ts';
const salesFigures = 'src/modules/orders/sales-days.queries.server.ts';
const sandboxUnitOfWork = 'packages/stripe-sandbox/src/unit-of-work.ts';
const settle = 'src/modules/checkout/settle.server.ts';
const lease = 'src/modules/checkout/checkout-lease.server.ts';
const webhookEffect = 'src/modules/checkout/stripe-webhook.server.ts';
const webhookRepo = 'src/modules/webhooks/webhooks.queries.server.ts';
const webhookRoute = 'src/modules/checkout/checkout.routes.server.ts';

/**
 * Planted bugs. Names that begin with `without` remove a safety net, so that the others must
 * suffice.
 */
const mutants: readonly Mutant[] = [
  {
    name: 'order-read-beside-the-cart',
    file: checkoutPage,
    find: 'preview === null ? await findOrder() : foundOrder',
    replace: 'foundOrder',
  },
  {
    name: 'notified-by-each-process',
    file: notificationRepo,
    find: '.where(isPast)',
    replace: '',
  },
  {
    name: 'notified-by-each-process',
    file: notificationRepo,
    find: 'on conflict do nothing returning kind, subject',
    replace: 'on conflict (kind, subject) do update set subject = excluded.subject returning kind, subject',
  },
  { name: 'guest-erased-twice', file: privacy, find: 'else await lockGuest(tx, id);', replace: '' },
  {
    name: 'stock-promised-unseen',
    file: catalogService,
    find: 'and (${products.onHand} is null or ${products.onHand} - ${products.reserved} >= ${quantity})',
    replace: '',
  },
  {
    name: 'stock-counted-from-memory',
    file: catalogService,
    find: 'sql`${products.reserved} + ${quantity}`',
    replace: 'sql`(select p.reserved from products p where p.id = ${productId}) + ${quantity}`',
  },
  {
    name: 'rename-conflict-unnoticed',
    file: discountEditing,
    find: '}).catch(codeTaken);',
    replace: '}); void codeTaken;',
  },
  {
    name: 'intent-changed-unseen',
    file: sandboxUnitOfWork,
    find: "this.#locks ? query.for('update') : query",
    replace: 'query',
  },
  { name: 'purges-one-by-one', file: edgeChanges, find: "policy: 'short',", replace: '' },
  {
    name: 'purge-under-way-does-for-later',
    file: edgeChanges,
    find: "policy: 'short',",
    replace: "policy: 'exclusive',",
  },
  {
    name: 'code-held-unseen',
    file: discountRepo,
    find: ' and (${discountCodes.maxUses} is null or ${discountCodes.used} + ${discountCodes.held} < ${discountCodes.maxUses})',
    replace: '',
  },
  {
    name: 'share-counted-unlocked',
    file: reservationRepo,
    find: 'pg_advisory_xact_lock(hashtextextended(${name}, 0))',
    replace: 'hashtextextended(${name}, 0)',
  },
  {
    name: 'step-taken-from-memory',
    file: authenticator,
    find: 'const isNew = or(isNull(lastStep), lt(lastStep, step));',
    replace:
      'const isNew = undefined; const [seen] = await db.select({ lastStep }).from(twoFactors).where(eq(twoFactors.userId, userId)); if ((seen?.lastStep ?? 0) >= step) return false;',
  },
  {
    name: 'webhook-taken-unlocked',
    file: webhookRepo,
    find: ".for('update', { skipLocked: true })",
    replace: '',
  },
  {
    name: 'offer-without-lock',
    file: exitOffer,
    find: 'await lockCheckout(tx, checkoutId)',
    replace: "await (await import('./find-checkout.queries.server.ts')).findCheckout(tx, { id: checkoutId })",
  },
  {
    name: 'intent-without-lease-and-key',
    file: leaseRepo,
    find: '.where(and(eq(checkouts.id, id), isFree, isOwn))',
    replace: '.where(and(eq(checkouts.id, id), isOwn))',
  },
  {
    name: 'intent-without-lease-and-key',
    file: intents,
    find: '`create-${checkoutId}-${attempt}`',
    replace: '`create-${checkoutId}-${attempt}-${crypto.randomUUID()}`',
  },
  {
    name: 'change-beside-a-lease',
    file: leaseRepo,
    find: '.where(and(eq(checkouts.id, id), isFree, isOwn))',
    replace: '.where(and(eq(checkouts.id, id), isOwn))',
  },
  {
    name: 'change-stored-after-settling',
    file: quoteRepo,
    find: '.where(and(eq(checkouts.id, checkoutId), isHeld, isOpen))',
    replace: '.where(and(eq(checkouts.id, checkoutId), sql`(${isHeld} or true)`, sql`(${isOpen} or true)`))',
  },
  {
    name: 'lease-of-a-lost-commit-kept',
    file: lease,
    find: 'void releaseLater(db, { id, leaseId });\n    throw error;',
    replace: 'throw error;',
  },
  {
    name: 'lease-released-once',
    file: lease,
    find: '.catch(() => void releaseLater(this.#db, { id, leaseId }))',
    replace: '',
  },
  {
    name: 'settle-without-lock',
    file: checkoutRepo,
    find: "where(eq(checkouts.id, id)).for('update')",
    replace: 'where(eq(checkouts.id, id))',
  },
  {
    name: 'settle-without-looking',
    file: settle,
    find: 'if (known !== null) return known;',
    replace: 'void known;',
  },
  {
    name: 'page-released-while-open',
    file: expiry,
    find: 'providerResponse(() => ctx.payments.expireHostedSession(sessionId))',
    replace: "{ ...(await ctx.payments.readHostedSession(sessionId)), status: 'expired' as const }",
  },
  {
    name: 'expiry-ends-paid-checkouts',
    file: expiry,
    find: "if (intent.status === 'succeeded') await settle(ctx, intent);",
    replace: "if (intent.status === 'succeeded') await releaseExpired(ctx, checkoutId, intent.id);",
  },
  {
    name: 'expiry-releases-first',
    file: expiry,
    find: 'const intent = await cancelOrRead(ctx, intentId, checkout.state);',
    replace:
      'await releaseExpired(ctx, checkout.id, intentId); const intent = await cancelOrRead(ctx, intentId, checkout.state);',
  },
  {
    name: 'pause-outlives-the-time',
    file: expiryRepo,
    find: 'sql`least(now() + ${growingPause}, ${checkouts.expiresAt})`',
    replace: 'sql`now() + ${growingPause}`',
  },
  {
    name: 'overdue-read-by-the-reconciler',
    file: expiryRepo,
    find: "which: and(ne(checkouts.state, 'open'), isPayable, sql`not ${isOverdue}`),",
    replace: "which: and(ne(checkouts.state, 'open'), isPayable),",
  },
  {
    name: 'overdue-read-by-the-reconciler',
    file: expiryRepo,
    find: 'claimedUntil: sql`least(now() + make_interval(secs => ${readSeconds}::int), ${checkouts.expiresAt})`,',
    replace: 'claimedUntil: sql`now() + make_interval(secs => ${readSeconds}::int)`,',
  },
  {
    name: 'revived-checkout-swept',
    file: expiry,
    find: 'return minutes < 0 || (minutes',
    replace: 'return (minutes',
  },
  {
    name: 'revived-without-its-goods',
    file: quote,
    find: 'const reserved = { goods, codes };',
    replace: 'const reserved = { goods: before.items ?? [], codes };',
  },
  {
    name: 'cart-followed-at-the-form',
    file: revision,
    find: "if (isBackground && (await linesOfCart(ctx.db, cartId)).length > 0) return refuse('being_paid');",
    replace: '',
  },
  {
    name: 'event-noted-before-its-effect',
    file: webhookEffect,
    find: 'if (recorded !== null && !isLate) await apply(tx, ctx, recorded);',
    replace: '',
  },
  {
    name: 'event-noted-before-its-effect',
    file: webhookEffect,
    find: 'if (isNew) await countDecline(ctx, limits, event);',
    replace: `if (isNew) setTimeout(() => void inTransaction(ctx.db, async (tx) => {
      const id = paidBy(event);
      await apply(tx, ctx, { event, stored: id === null ? null : await (await import('./find-checkout.queries.server.ts')).lockCheckout(tx, id) });
    }), 5_000);`,
  },
  {
    name: 'refund-without-lock',
    file: orderRepo,
    find: 'pg_advisory_xact_lock(hashtextextended(${intentId}, 11))',
    replace: 'hashtextextended(${intentId}, 11)',
  },
  {
    name: 'refund-without-lock',
    file: orderRepo,
    find: "where(eq(orders.paymentIntentId, intentId)).for('update')",
    replace: 'where(eq(orders.paymentIntentId, intentId))',
  },
  {
    name: 'days-counted-unlocked',
    file: salesFigures,
    find: 'tx.execute(sql`lock table ${salesDays} in share row exclusive mode`)',
    replace: 'tx.execute(sql`select 1`)',
  },
  {
    name: 'numbers-given-unlocked',
    file: orderDocuments,
    find: ".where(ofSeries(series)).for('update')",
    replace: '.where(ofSeries(series))',
  },
  {
    name: 'document-written-unlocked',
    file: issuedDocuments,
    find: ".orderBy(asc(orders.id))\n    .for('share')",
    replace: '.orderBy(asc(orders.id))',
  },
  {
    name: 'refund-counted-from-memory',
    file: refundRepo,
    find: "where r.payment_intent_id = ${intentId} and r.status <> 'failed')",
    replace: "where r.payment_intent_id = ${intentId} and r.status = 'succeeded')",
  },
  {
    name: 'admin-decides-after-own-end',
    file: roleChanges,
    find: "if (actor.id !== null && !admins.includes(actor.id)) return refuse('no_longer_admin');",
    replace: '',
  },
  {
    name: 'admins-counted-without-lock',
    file: roles,
    find: "(await admins.for('update'))",
    replace: '(await admins)',
  },
  {
    name: 'order-changed-unseen',
    file: lockedOrder,
    find: 'version !== undefined && order.version !== version',
    replace: 'version !== undefined && version < 0',
  },
  {
    name: 'order-changed-without-lock',
    file: lockedOrder,
    find: 'return paymentIntentId === null ? lockById(tx, id) : lockPayment(tx, paymentIntentId);',
    replace: 'return found;',
  },
  {
    name: 'mail-sent-by-the-checkout',
    file: emailQueue,
    find: 'if (stored !== null) await enqueueJob(tx, ctx, { ...row, id: stored, priority: priorityOf(mail.kind) });',
    replace: `if (stored !== null)
      await (await import('./send-mail.server.ts')).sendMail({ ...ctx, db: tx }, [mail.kind], stored).catch(() => enqueueJob(tx, ctx, { ...row, id: stored, priority: priorityOf(mail.kind) }));`,
  },
  {
    name: 'mails-sent-by-the-clock',
    file: emailJobs,
    find: 'work: (ctx, data) => sendMail(ctx, kinds, input.parse(data).mailId),',
    replace: `everySeconds: 1,
    async work(ctx, data) {
      if ('mailId' in data) return;
      const { rows } = await ctx.db.execute("select id from mails where state = 'queued'");
      for (const { id } of rows) await sendMail(ctx, kinds, id).catch(() => undefined);
    },`,
  },
  {
    name: 'lost-connection-unheard',
    file: guardedPool,
    find: "this.on('connect', (client) => client.on('error', onClientError));",
    replace: '',
  },
  {
    name: 'without-reconciler',
    file: expiry,
    find: 'return forEachDue(ctx, claimAwaitingPayment, (checkout) => reconcileCheckout(ctx, checkout));',
    replace: 'void reconcileCheckout; return Promise.resolve();',
  },
  {
    name: 'without-reconciler',
    file: expiry,
    find: "if (intent.status !== 'succeeded' || intent.checkoutId === null) continue;",
    replace: 'continue;',
  },
  {
    name: 'without-webhook',
    file: webhookRoute,
    find: 'await receiveEvent(ctx, limits, event);',
    replace: 'void receiveEvent; void limits;',
  },
];

function sourceOf(mutant: Mutant): string {
  return readFileSync(mutant.file, 'utf8');
}

/**
 * Returns the rows whose text does not occur exactly once in the source. They would plant nothing.
 */
export function unmatchedMutants(rows: readonly Mutant[] = mutants): Mutant[] {
  return rows.filter((mutant) => sourceOf(mutant).split(mutant.find).length !== 2);
}

function rowsOf(names: readonly string[]): Mutant[] {
  const unknown = names.filter((name) => !mutants.some((mutant) => mutant.name === name));
  if (unknown.length > 0) throw new Error(`no such mutant: ${unknown.join(', ')}`);
  return mutants.filter((mutant) => names.includes(mutant.name));
}

/**
 * Plants the named mutants (comma-separated in MUTANT) when the source is loaded. Throws if the
 * text of one is missing.
 */
export function mutantPlugin(names: readonly string[] = (process.env.MUTANT ?? '').split(',').filter(Boolean)): Plugin {
  const rows = rowsOf(names);
  const lost = unmatchedMutants(rows);
  if (lost.length > 0)
    throw new Error(`nothing to replace in ${lost.map((one) => `${one.file} (${one.name})`).join(', ')}`);
  const rowsFor = (id: string) => rows.filter((row) => resolve(row.file) === id.split('?')[0]);
  return {
    name: 'mutants',
    enforce: 'pre',
    // Includes the mutants in the module cache key of the files that they change. Other files share
    // the cache.
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (rowsFor(id).length === 0 ? '' : names.join())),
    transform(code, id) {
      const mine = rowsFor(id);
      if (mine.length === 0) return null;
      return { code: mine.reduce((text, row) => text.replace(row.find, () => row.replace), code), map: null };
    },
  };
}
