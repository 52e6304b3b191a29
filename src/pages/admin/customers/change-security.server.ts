import { data, type ActionFunctionArgs } from 'react-router';

import { refuseUnconfirmed } from '#modules/accounts/guard.server.ts';
import { pageUser } from '#modules/accounts/page-auth.server.ts';
import { endSessionsOf, requireSecurity, securityOf } from '#modules/accounts/sessions/staff.server.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isUuid } from '#shared/uuid.ts';

import type { Outcome } from '../parts/notice.tsx';

type Acting = Pick<ActionFunctionArgs, 'context'> & { userId: string; form: FormData };

const done = (message: string) => data<{ outcome: Outcome }>({ outcome: { ok: true, message } });

/** Signs an account out everywhere, or requires the second factor of it; the password must be fresh. */
export async function changeSecurity({ context, userId, form }: Acting) {
  const { ctx, visitor } = context.get(pageRequest);
  const unconfirmed = refuseUnconfirmed(context.get(pageUser), ctx.now());
  if (unconfirmed !== null) {
    const { problem, refusal } = unconfirmed.data;
    return data({ refusal, outcome: { ok: false, message: problem } }, { status: 403 });
  }
  if (!isUuid(userId) || (await securityOf(ctx, userId)) === null) throw notFound();
  if (form.get('intent') === 'end-sessions') {
    await endSessionsOf(ctx, actorOf(visitor), userId);
    return done('Signed out everywhere.');
  }
  const isRequired = form.get('intent') === 'require';
  await requireSecurity(ctx, actorOf(visitor), { userId, isRequired });
  return done(isRequired ? 'The second factor is required now.' : 'The second factor is required no more.');
}
