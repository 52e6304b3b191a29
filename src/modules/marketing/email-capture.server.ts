import { firstActiveProduct } from '#modules/catalog/catalog.server.ts';
import { publishedSite } from '#modules/content/content.server.ts';
import type { DiscountCode } from '#modules/discounts/discount-code.ts';
import { codeById, issueCode } from '#modules/discounts/discount-codes.server.ts';
import { hasUseLeft } from '#modules/discounts/redemptions.server.ts';
import { enqueueMail } from '#modules/email/send-mail.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { isEmailAddress } from '#shared/email-address.ts';
import { formText } from '#shared/form-values.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import {
  captureRefusals,
  type CaptureInput,
  type CaptureRefusal,
  type NewsletterResult,
} from './email-capture.schema.ts';
import { backInStock, captureCode } from './marketing.emails.server.ts';
import {
  countWaiting,
  findCodeId,
  insertCapture,
  listWaiting,
  lockAddress,
  takeNotification,
  takeResend,
  type CaptureRow,
} from './email-capture.queries.server.ts';
import { emailConsent } from './email-consent.ts';
import { codeEnd, expirySentence, normalAddress, percentOf, percentText, type DialogTrigger } from './email-capture.ts';

export { listConsents } from './email-capture.queries.server.ts';

/** Generous, because an office or a phone network shares one address. */
const perHour: Limit = { name: 'capture-email', points: 30, seconds: 3_600 };
/** Max mails per run. The next run sends the rest. */
const batch = 100;

async function newCode(tx: Db, ctx: Ctx, { percent, now }: { percent: number; now: Date }): Promise<DiscountCode> {
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

function mailCode(tx: Db, ctx: Ctx, { kind, to, code, now }: CodeMail): Promise<void> {
  const data = {
    code: code.code,
    discount: percentText(code.value / 100),
    expiry: expirySentence(code.endsAt ?? now, now),
    shopUrl: ctx.settings.publicUrl,
  };
  return enqueueMail(tx, ctx, { kind, to, data });
}

type Promised = { email: string; discountPercent: number; now: Date };

/**
 * Returns the address's earlier code if it has not expired and takes off at least the promised
 * discount, else null.
 */
async function knownCode(tx: Db, { email, discountPercent, now }: Promised): Promise<DiscountCode | null> {
  const codeId = await findCodeId(tx, email);
  const code = codeId === null ? null : await codeById(tx, codeId);
  const applies = code !== null && code.endsAt !== null && now < code.endsAt;
  return applies && code.value >= discountPercent * 100 ? code : null;
}

type Request = { email: string; trigger: DialogTrigger; now: Date };

/** True if the address waits for a sold-out product. Its code could not be used before. */
async function waitsForStock(tx: Db, { trigger }: Request): Promise<boolean> {
  return trigger === 'sold-out' && (await firstActiveProduct(tx))?.available === 0;
}

async function addToWaiting(tx: Db, { email, trigger, now }: Request): Promise<void> {
  if ((await countWaiting(tx, email)) > 0) return;
  const discountPercent = percentOf(trigger);
  await insertCapture(tx, { email, trigger, discountPercent, consentVersion: emailConsent.version, createdAt: now });
}

async function giveCode(tx: Db, ctx: Ctx, request: Request): Promise<void> {
  const { email, trigger, now } = request;
  await lockAddress(tx, email);
  if (await waitsForStock(tx, request)) return addToWaiting(tx, request);
  const discountPercent = percentOf(trigger);
  const known = await knownCode(tx, { email, discountPercent, now });
  const code = known ?? (await newCode(tx, ctx, { percent: discountPercent, now }));
  const isMailed = known === null || (hasUseLeft(known) && (await takeResend(tx, known.id, now)));
  if (known === null) {
    await insertCapture(tx, {
      email,
      trigger,
      discountPercent,
      codeId: code.id,
      consentVersion: emailConsent.version,
      notifiedAt: now,
      createdAt: now,
    });
  }
  if (isMailed) await mailCode(tx, ctx, { kind: captureCode, to: email, code, now });
}

/**
 * Stores an address and mails it a single-use code of the trigger's percentage, valid 24 hours. The
 * newsletter only stores the address, and so does a sold-out product until it is back. A valid code
 * is not replaced by one with the same or a lower discount. Its email is resent once, with the same
 * response. Refuses `bad_address`, and `too_many` after 30 an hour from one client address.
 */
export async function captureEmail(
  ctx: Ctx,
  limits: Limits,
  { email: typed, trigger, ip }: CaptureInput & { ip: string },
): Promise<Result<{ discount: string | null }, CaptureRefusal>> {
  const email = normalAddress(typed);
  if (!isEmailAddress(email)) return refuse('bad_address');
  if (!(await limits.take(perHour, ip))) return refuse('too_many');
  const now = ctx.now();
  if (trigger === 'newsletter') {
    const row = { email, trigger, discountPercent: 0, consentVersion: emailConsent.version, createdAt: now };
    await insertCapture(ctx.db, row);
    return ok({ discount: null });
  }
  await inTransaction(ctx.db, (tx) => giveCode(tx, ctx, { email, trigger, now }));
  return ok({ discount: percentText(percentOf(trigger)) });
}

/** Handles the newsletter form in a page's action. A refusal returns the typed address. */
export async function subscribeByForm(
  ctx: Ctx,
  limits: Limits,
  { form, ip }: { form: FormData; ip: string },
): Promise<NewsletterResult> {
  const email = formText(form, 'email').slice(0, 320);
  const captured = await captureEmail(ctx, limits, { email, trigger: 'newsletter', ip });
  return captured.ok ? { done: true } : { done: false, message: captureRefusals[captured.reason], email };
}

async function notify(tx: Db, ctx: Ctx, { email, discountPercent, consentVersion }: CaptureRow): Promise<void> {
  const now = ctx.now();
  await lockAddress(tx, email);
  if (!(await takeNotification(tx, email, now))) return;
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
 * Notifies everyone who waits for the product once it is in stock, with a code for 24 hours or one
 * that they have.
 */
export async function notifyBackInStock(ctx: Ctx): Promise<void> {
  const waiting = await listWaiting(ctx.db, batch);
  if (waiting.length === 0) return;
  const product = await firstActiveProduct(ctx.db);
  if (product === null || product.available === 0) return;
  for (const one of waiting) await inTransaction(ctx.db, (tx) => notify(tx, ctx, one));
}
