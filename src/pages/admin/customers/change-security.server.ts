import { endSessionsOf, requireSecurity, securityOf } from '#modules/people/accounts/sessions/staff/service.server.ts';
import { notFound } from '#platform/http/errors.server.ts';

import { confirmed, done, type Sent } from '../../forms/action.server.ts';

const change = (work: (sent: Sent) => Promise<unknown>, success: string) =>
  confirmed(async (sent) => {
    if ((await securityOf(sent.ctx, sent.id)) === null) throw notFound();
    await work(sent);
    return done(success);
  });

const require = (isRequired: boolean) => (sent: Sent) =>
  requireSecurity(sent.ctx, sent.actor, { userId: sent.id, isRequired });

/** Signs an account out everywhere, or requires the second factor of it; the password must be fresh. */
export const changeSecurity = {
  'end-sessions': change(({ ctx, actor, id }) => endSessionsOf(ctx, actor, id), 'Signed out everywhere.'),
  require: change(require(true), 'The second factor is required now.'),
  release: change(require(false), 'The second factor is required no more.'),
};
