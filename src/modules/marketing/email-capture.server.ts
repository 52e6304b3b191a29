import { firstActiveProduct } from '#modules/catalog/products.queries.server.ts';
import { hasUseLeft } from '#modules/discounts/redemptions.server.ts';
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
import { hasUnsubscribed } from './automations.queries.server.ts';
import { knownCode, mailCode, newCode } from './capture-codes.server.ts';
import { captureCode } from './marketing.emails.server.ts';
import {
  countWaiting,
  insertCapture,
  lockAddress,
  claimResend,
  renewNewsletter,
} from './email-capture.queries.server.ts';
import { emailConsent } from './email-consent.ts';
import { normalAddress, percentOf, percentText, type CaptureTrigger, type DialogTrigger } from './email-capture.ts';

/** Generous, because an office or a phone network shares one address. */
const perHour: Limit = { name: 'capture-email', points: 30, seconds: 3_600 };

type Consent<T extends CaptureTrigger> = { email: string; trigger: T; now: Date };
type Request = Consent<DialogTrigger>;

/** Returns the record of a consent: who agreed, to which text, where and when. */
const consentRow = ({ email, trigger, now }: Consent<CaptureTrigger>) => ({
  email,
  trigger,
  discountPercent: trigger === 'newsletter' ? 0 : percentOf(trigger),
  consentVersion: emailConsent.version,
  createdAt: now,
});

/** Stores the consent to the newsletter, once per address. */
async function subscribe(db: Db, consent: ReturnType<typeof consentRow>): Promise<void> {
  if (await hasUnsubscribed(db, consent.email)) await renewNewsletter(db, consent);
  await insertCapture(db, consent);
}

/** True if the address waits for a sold-out product. Its code could not be used before. */
async function waitsForStock(tx: Db, { trigger }: Request): Promise<boolean> {
  return trigger === 'sold-out' && (await firstActiveProduct(tx))?.available === 0;
}

async function addToWaiting(tx: Db, request: Request): Promise<void> {
  const isAgain = (await countWaiting(tx, request.email)) > 0 && !(await hasUnsubscribed(tx, request.email));
  if (!isAgain) await insertCapture(tx, consentRow(request));
}

async function giveCode(tx: Db, ctx: Ctx, request: Request): Promise<void> {
  const { email, trigger, now } = request;
  await lockAddress(tx, email);
  if (await waitsForStock(tx, request)) return addToWaiting(tx, request);
  const discountPercent = percentOf(trigger);
  const known = await knownCode(tx, { email, discountPercent, now });
  const code = known ?? (await newCode(tx, ctx, { percent: discountPercent, now }));
  // A new sign-up after leaving is a new consent, and its mail the first one under it.
  const isNew = known === null || (await hasUnsubscribed(tx, email));
  const isMailed = known === null || (hasUseLeft(known) && (isNew || (await claimResend(tx, known.id, now))));
  if (isNew) await insertCapture(tx, { ...consentRow(request), codeId: code.id, notifiedAt: now });
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
  if (!(await limits.consume(perHour, ip))) return refuse('too_many');
  const now = ctx.now();
  if (trigger === 'newsletter') {
    await subscribe(ctx.db, consentRow({ email, trigger, now }));
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
