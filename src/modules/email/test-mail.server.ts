import type { Ctx } from '#platform/ctx.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { isEmailAddress } from '#shared/email-address.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';
import { formatLongDateTime } from '#shared/shop-time.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { MailKind, MailContext } from './mail.ts';
import { enqueueMail } from './enqueue-mail.server.ts';
import { sendAtOnce } from './send-mail.server.ts';
import { hasDevMailbox } from './mail-log.server.ts';
import type { TestMailRefusal, TestType } from './test-mail.schema.ts';
import { simpleTest, type SampleTest } from './test-mail.emails.server.ts';

const samplesByAdmin: Limit = { name: 'test-sample', points: 10, seconds: 3_600 };
const byAdmin: Limit = { name: 'test-mail', points: 5, seconds: 3_600 };

/**
 * Returns who may send test mails: anyone if mails stay in the shop, else admins, to their own
 * address.
 */
export function mayTest(ctx: Ctx, { user }: Pick<Visitor, 'user'>): { anyone: boolean; own: string | null } {
  const anyone = hasDevMailbox(ctx.settings);
  return { anyone, own: !anyone && user?.role === 'admin' ? user.email : null };
}

const equalsIgnoringCase = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

async function refusalFor(
  limits: Limits,
  user: SignedInUser | null,
  to: string,
): Promise<'admins_only' | 'own_address' | 'too_many' | null> {
  if (user === null || user.role !== 'admin') return 'admins_only';
  if (!equalsIgnoringCase(user.email, to)) return 'own_address';
  return (await limits.consume(byAdmin, user.id)) ? null : 'too_many';
}

/** `template` is the kind of mail that represents order mails. */
type TestRequest = { to: string; type: TestType; user: SignedInUser | null; template: MailKind };

/**
 * Sends one test mail. Refuses `no_address`, `bad_address` and `not_sent`. With a mail server it
 * also refuses `admins_only`, `own_address`, and `too_many` beyond 5 an hour.
 */
export async function sendTestMail(
  ctx: Ctx,
  limits: Limits,
  { to: typed, type, user, template }: TestRequest,
): Promise<Result<null, TestMailRefusal>> {
  const to = normalizeIdentifier(typed);
  if (to === '') return refuse('no_address');
  if (!isEmailAddress(to)) return refuse('bad_address');
  const refusal = hasDevMailbox(ctx.settings) ? null : await refusalFor(limits, user, to);
  if (refusal !== null) return refuse(refusal);
  const { publicUrl: shopUrl } = ctx.settings;
  const simple = { kind: simpleTest, to, data: { sentAt: formatLongDateTime(ctx.now()), shopUrl } };
  const order = { kind: template, to, data: template.sample(shopUrl) };
  const isSent = await (type === 'order_template' ? sendAtOnce(ctx, order) : sendAtOnce(ctx, simple));
  return isSent ? ok(null) : refuse('not_sent');
}

type SampleRequest = {
  kind: string;
  emails: MailContext['emails'];
  admin: SignedInUser;
  template: MailKind<SampleTest>;
};

/**
 * Enqueues a sample with a draft's words for the admin who edits it. Refuses `too_many` beyond 10
 * an hour.
 */
export async function enqueueSample(
  ctx: Ctx,
  limits: Limits,
  { kind, emails, admin, template }: SampleRequest,
): Promise<Result<null, 'too_many'>> {
  if (!(await limits.consume(samplesByAdmin, admin.id))) return refuse('too_many');
  const data = { kind, emails, shopUrl: ctx.settings.publicUrl };
  await inTransaction(ctx.db, (tx) => enqueueMail(tx, ctx, { kind: template, to: admin.email, data }));
  return ok(null);
}
