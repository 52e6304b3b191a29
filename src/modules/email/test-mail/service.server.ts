import type { Ctx } from '#platform/ctx.server.ts';
import type { SignedInUser, Visitor } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { isEmailAddress } from '#shared/email-address.ts';
import { longMoment } from '#shared/moments.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { MailContent } from '../rules.ts';
import { sampleOf } from '../samples.server.ts';
import { keepsMails, sendAtOnce } from '../service.server.ts';
import type { TestMailRefusal, TestType } from './contract.ts';

const byAdmin: Limit = { name: 'test-mail', points: 5, seconds: 3_600 };
function contentOf(type: TestType, now: Date, shopUrl: string): MailContent {
  const order = type === 'order_template' ? sampleOf('test_order', shopUrl) : null;
  return order ?? { kind: 'test_simple', data: { sentAt: longMoment(now), shopUrl } };
}

/** Who may test: anyone where mails stay in the shop, else admins, who write to themselves. */
export function mayTest(ctx: Ctx, { user }: Pick<Visitor, 'user'>): { anyone: boolean; own: string | null } {
  const anyone = keepsMails(ctx.settings);
  return { anyone, own: !anyone && user?.role === 'admin' ? user.email : null };
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

async function refusalFor(
  limits: Limits,
  user: SignedInUser | null,
  to: string,
): Promise<'admins_only' | 'own_address' | 'too_many' | null> {
  if (user === null || user.role !== 'admin') return 'admins_only';
  if (!same(user.email, to)) return 'own_address';
  return (await limits.take(byAdmin, user.id)) ? null : 'too_many';
}

type Asked = { to: string; type: TestType; user: SignedInUser | null };

/**
 * Sends one test mail and says whether it is out. Refuses `no_address`, `bad_address`, `not_sent`, and where mails leave the shop
 * `admins_only`, `own_address`, and `too_many` beyond 5 an hour.
 */
export async function sendTestMail(
  ctx: Ctx,
  limits: Limits,
  { to: typed, type, user }: Asked,
): Promise<Result<null, TestMailRefusal>> {
  const to = typed.trim();
  if (to === '') return refuse('no_address');
  if (!isEmailAddress(to)) return refuse('bad_address');
  const refusal = keepsMails(ctx.settings) ? null : await refusalFor(limits, user, to);
  if (refusal !== null) return refuse(refusal);
  const content = contentOf(type, ctx.now(), ctx.settings.publicUrl);
  return (await sendAtOnce(ctx, { ...content, orderId: null, to })) ? ok(null) : refuse('not_sent');
}
