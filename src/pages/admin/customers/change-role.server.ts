import { data, type ActionFunctionArgs } from 'react-router';

import { roleRefusals } from '#modules/accounts/contract.ts';
import { assertConfirmed } from '#modules/accounts/guard.server.ts';
import { pageUser } from '#modules/accounts/page-auth.server.ts';
import { setRole } from '#modules/accounts/roles/service.server.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import type { Role } from '#modules/customers/rules.ts';
import { HttpError } from '#platform/http/errors.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isUuid } from '#shared/uuid.ts';

import type { Outcome } from '../parts/notice.tsx';

/** What must be answered on the customer's card before the role changes. */
export type RoleQuestion = { ask: 'sure' | 'password'; userId: string; role: Role };

export type RoleAnswer = { outcome: Outcome | null; question: RoleQuestion | null };

function failure(reason: string): Outcome {
  return { ok: false, message: `Failed to update customer role. ${reason}` };
}

async function askedOf(request: Request) {
  const form = await request.formData();
  const userId = form.get('userId');
  const role: Role = form.get('role') === 'admin' ? 'admin' : 'customer';
  const isAccount = typeof userId === 'string' && isUuid(userId);
  return { userId: isAccount ? userId : null, role, isSure: form.get('sure') === '1' };
}

/** Makes an account an admin or a customer; taking the right away is asked once, and the password must be fresh. */
export async function changeRole({ context, request }: Pick<ActionFunctionArgs, 'context' | 'request'>) {
  const { ctx, visitor } = context.get(pageRequest);
  const user = context.get(pageUser);
  const { userId, role, isSure } = await askedOf(request);
  const answer = (outcome: Outcome | null, question: RoleQuestion | null, status: number) =>
    data<RoleAnswer>({ outcome, question }, { status });
  if (userId === null) return answer(failure(roleRefusals.no_user), null, 422);
  if (role === 'customer' && !isSure) return answer(null, { ask: 'sure', userId, role }, 200);
  try {
    assertConfirmed(user, ctx.now());
    const changed = await setRole(ctx, actorOf(visitor), userId, role);
    if (changed.ok) return answer({ ok: true, message: `Customer role updated to ${changed.value.after}` }, null, 200);
    return answer(failure(roleRefusals[changed.reason]), null, 422);
  } catch (error) {
    if (error instanceof HttpError) return answer(failure(error.message), { ask: 'password', userId, role }, 403);
    ctx.log.error({ err: error, requestId: visitor.requestId }, 'a role could not be changed');
    return answer(failure('Please try again.'), null, 500);
  }
}
