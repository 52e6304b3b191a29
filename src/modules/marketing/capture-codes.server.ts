import { publishedSite } from '#modules/content/content.server.ts';
import type { DiscountCode } from '#modules/discounts/discount-code.ts';
import { codeById } from '#modules/discounts/discount-codes.queries.server.ts';
import { issueCode } from '#modules/discounts/discount-codes.server.ts';
import { enqueueMail } from '#modules/email/enqueue-mail.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import { addressHash, upsertAndLockRecipient } from './automations.queries.server.ts';
import { unsubscribeUrl } from './automations.ts';
import { findCodeId } from './email-capture.queries.server.ts';
import { codeEnd, expirySentence, percentText } from './email-capture.ts';
import type { captureCode } from './marketing.emails.server.ts';

/** Issues a single-use code of a percentage, valid 24 hours. */
export async function newCode(
  tx: Db,
  ctx: Ctx,
  { percent, now }: { percent: number; now: Date },
): Promise<DiscountCode> {
  const { codePrefix } = await publishedSite({ ...ctx, db: tx });
  return issueCode(tx, {
    name: `${percentText(percent)} off`,
    percentBasisPoints: percent * 100,
    endsAt: codeEnd(now),
    maxUses: 1,
    prefix: codePrefix,
  });
}

type CodeMail = { kind: typeof captureCode; to: string; code: DiscountCode; now: Date };

export async function mailCode(tx: Db, ctx: Ctx, { kind, to, code, now }: CodeMail): Promise<void> {
  const recipient = await upsertAndLockRecipient(tx, addressHash(to));
  const data = {
    code: code.code,
    discount: percentText(code.value / 100),
    expiry: expirySentence(code.endsAt ?? now, now),
    shopUrl: ctx.settings.publicUrl,
    unsubscribeUrl: unsubscribeUrl(ctx.settings.publicUrl, recipient.id),
  };
  return enqueueMail(tx, ctx, { kind, to, data });
}

type Promised = { email: string; discountPercent: number; now: Date };

/**
 * Returns the address's earlier code if it has not expired and takes off at least the promised
 * discount, else null.
 */
export async function knownCode(tx: Db, { email, discountPercent, now }: Promised): Promise<DiscountCode | null> {
  const codeId = await findCodeId(tx, email);
  const code = codeId === null ? null : await codeById(tx, codeId);
  const applies = code !== null && code.endsAt !== null && now < code.endsAt;
  return applies && code.value >= discountPercent * 100 ? code : null;
}
