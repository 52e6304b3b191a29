import { firstActiveProduct } from '#modules/catalog/products.queries.server.ts';
import { hasUseLeft } from '#modules/discounts/redemptions.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { hasUnsubscribed } from './automations.queries.server.ts';
import { knownCode, mailCode, newCode } from './capture-codes.server.ts';
import {
  claimNotification,
  insertCapture,
  listWaiting,
  lockAddress,
  type CaptureRow,
} from './email-capture.queries.server.ts';
import { backInStock } from './marketing.emails.server.ts';

/** Max mails per run. The next run sends the rest. */
const batch = 100;

async function notify(tx: Db, ctx: Ctx, { email, discountPercent, consentVersion }: CaptureRow): Promise<void> {
  const now = ctx.now();
  await lockAddress(tx, email);
  if (!(await claimNotification(tx, email, now)) || (await hasUnsubscribed(tx, email))) return;
  const known = await knownCode(tx, { email, discountPercent, now });
  const isUsable = known !== null && hasUseLeft(known);
  const code = isUsable ? known : await newCode(tx, ctx, { percent: discountPercent, now });
  if (!isUsable) {
    const issued = { email, trigger: 'sold-out' as const, discountPercent, codeId: code.id, consentVersion };
    await insertCapture(tx, { ...issued, resentAt: now, notifiedAt: now, createdAt: now });
  }
  await mailCode(tx, ctx, { kind: backInStock, to: email, code, now });
}

/**
 * Notifies everyone who waits for the product, and did not unsubscribe, once it is in stock. The
 * mail has a code for 24 hours, or one that they have.
 */
export async function notifyBackInStock(ctx: Ctx): Promise<void> {
  const waiting = await listWaiting(ctx.db, batch);
  if (waiting.length === 0) return;
  const product = await firstActiveProduct(ctx.db);
  if (product === null || product.available === 0) return;
  for (const one of waiting) await inTransaction(ctx.db, (tx) => notify(tx, ctx, one));
}
