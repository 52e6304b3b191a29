import { retention } from '#content/retention.ts';
import { enqueueMail } from '#modules/email/enqueue-mail.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { tokenHash } from '#platform/session/token.server.ts';
import { isEmailAddress } from '#shared/email-address.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import type { PlanRefusal } from './email-plan.schema.ts';
import { planMail, quizPlan } from './quiz.emails.server.ts';
import { isComplete, type Answers } from './quiz.ts';

/** Days after which the address of a plan is deleted. */
export const planMailDays = retention.mailDays;

/** An office or a phone network shares one address, so its limit is higher. */
const byNetwork: Limit = { name: 'quiz-plan-network', points: 20, seconds: 86_400 };
const byAddress: Limit = { name: 'quiz-plan-address', points: 3, seconds: 86_400 };

/**
 * Enqueues the email with the plan that follows from the answers. Stores nothing else. Refuses
 * `bad_address`, `unanswered`, and `too_many` per email address and per client network.
 */
export async function emailPlan(
  ctx: Ctx,
  limits: Limits,
  { email: typed, answers, ip }: { email: string; answers: Answers; ip: string },
): Promise<Result<null, PlanRefusal>> {
  const email = normalizeIdentifier(typed);
  if (!isEmailAddress(email)) return refuse('bad_address');
  if (!isComplete(answers)) return refuse('unanswered');
  const takes = [
    { limit: byNetwork, key: ip },
    // An address can be longer than a limit's key, so it is hashed.
    { limit: byAddress, key: tokenHash(email.toLowerCase()) },
  ];
  if ((await limits.consumeAll(takes)).length > 0) return refuse('too_many');
  const mail = { kind: quizPlan, to: email, data: await planMail(ctx, answers) };
  await inTransaction(ctx.db, (tx) => enqueueMail(tx, ctx, mail));
  return ok(null);
}
