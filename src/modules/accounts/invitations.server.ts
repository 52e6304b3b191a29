import { hashPassword } from 'better-auth/crypto';

import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import { enqueueMail, type EnqueueCtx } from '#modules/email/enqueue-mail.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { newToken, tokenHash } from '#platform/session/token.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { isTeamRole, type TeamRole } from '#shared/roles.ts';

import { roleOf } from './account.ts';
import { accountMails } from './accounts.emails.server.ts';
import {
  deletePendingSignUps,
  findUser,
  findUserById,
  insertAccount,
  listRoles,
  lockAdmins,
  lockUser,
  updateStaffGrade,
} from './accounts.queries.server.ts';
import type { AcceptRefusal, InvitationRefusal } from './accounts.schema.ts';
import {
  countInvitations,
  deleteInvitation,
  findInvitation,
  insertInvitation,
  maxInvitations,
  renewInvitation,
  claimInvitation,
} from './invitations.queries.server.ts';
import { invitationDays } from './invitations.ts';
import { storeRole } from './roles.server.ts';
import { roleLabels } from './role-labels.ts';
import { recordSecurityEvent } from './security-log.server.ts';
import { upsertDevice } from './sessions.queries.server.ts';

type InviteCtx = EnqueueCtx & Pick<Ctx, 'now'>;

/** Returns a new token with its end. Only its hash is stored. */
function newLink({ now, settings }: InviteCtx) {
  const token = newToken();
  return {
    url: `${settings.publicUrl}/auth/invitation?token=${token}`,
    stored: { tokenHash: tokenHash(token), expiresAt: new Date(now().getTime() + invitationDays * 86_400_000) },
  };
}

type Invited = { email: string; role: TeamRole };

const mailLink = (tx: Db, ctx: InviteCtx, { email, role, url }: Invited & { url: string }) =>
  enqueueMail(tx, ctx, {
    kind: accountMails.invitation,
    to: email,
    data: { firstName: '', url, shopUrl: ctx.settings.publicUrl, role: roleLabels[role] },
  });

// The log is immutable and outlives an invitation, so it holds no address.
const subjectOf = (id: string) => `invitation:${id}`;

/**
 * Mails a link that gives its recipient a role in the admin. Refuses `has_role`, `invited` for an
 * address with an open invitation, `too_many` above 50, and `no_longer_admin`. The caller asserts
 * that the password is confirmed.
 */
export function invite(
  ctx: InviteCtx,
  actor: Actor,
  { email, role }: Invited,
): Promise<Result<null, InvitationRefusal>> {
  return inResultTransaction(ctx.db, async (tx): Promise<Result<null, InvitationRefusal>> => {
    const { id: invitedBy } = actor;
    const admins = await lockAdmins(tx);
    if (invitedBy === null || !admins.includes(invitedBy)) return refuse('no_longer_admin');
    const user = await findUser(tx, email);
    if (user !== null && isTeamRole(roleOf(await listRoles(tx, user.id)))) return refuse('has_role');
    if ((await countInvitations(tx)) >= maxInvitations) return refuse('too_many_open');
    const { url, stored } = newLink(ctx);
    const invitation = await insertInvitation(tx, { email, role, invitedBy, ...stored });
    if (invitation === null) return refuse('invited');
    await mailLink(tx, ctx, { email, role, url });
    const change = { action: 'user.invite', subject: subjectOf(invitation.id), before: null, after: { role } };
    await recordChange(tx, actor, change);
    await recordSecurityEvent(tx, { kind: 'invited', subject: role, accountId: invitedBy });
    return ok(null);
  });
}

/** Mails a new link for an open invitation. The earlier one is dead. Refuses `ended`. */
export function resendInvitation(ctx: InviteCtx, actor: Actor, id: string): Promise<Result<string, InvitationRefusal>> {
  return inResultTransaction(ctx.db, async (tx): Promise<Result<string, InvitationRefusal>> => {
    const { url, stored } = newLink(ctx);
    const invitation = await renewInvitation(tx, id, stored);
    if (invitation === null) return refuse('ended');
    const { email, role } = invitation;
    await mailLink(tx, ctx, { email, role, url });
    await recordChange(tx, actor, {
      action: 'user.invite_again',
      subject: subjectOf(id),
      before: null,
      after: { role },
    });
    return ok(email);
  });
}

/** Ends an open invitation. Its link is dead. Refuses `ended`. */
export function withdrawInvitation(
  { db }: Pick<Ctx, 'db'>,
  actor: Actor,
  id: string,
): Promise<Result<null, InvitationRefusal>> {
  return inResultTransaction(db, async (tx): Promise<Result<null, InvitationRefusal>> => {
    const invitation = await deleteInvitation(tx, id);
    if (invitation === null) return refuse('ended');
    const before = { role: invitation.role };
    await recordChange(tx, actor, { action: 'user.invite_withdraw', subject: subjectOf(id), before, after: null });
    return ok(null);
  });
}

/** Returns the open invitation of a link, and whether its address has an account. */
export async function invitationOf({ db, now }: Pick<Ctx, 'db' | 'now'>, token: string) {
  const invitation = await findInvitation(db, tokenHash(token), now());
  if (invitation === null) return null;
  const { email, role } = invitation;
  return { email, role, hasAccount: (await findUser(db, email)) !== null };
}

type NewPerson = { firstName: string; lastName: string; password: string };

/** `person` is null for an address that has an account. */
type Acceptance = { token: string; requestId: string; deviceHash: string; person: NewPerson | null };

/**
 * Gives the account of an invitation's address its role, and creates that account if there is none.
 * The link works once. Refuses `ended`, `has_role`, and `no_account` if the account was deleted
 * since the page was opened.
 */
export async function acceptInvitation(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { token, requestId, deviceHash, person }: Acceptance,
): Promise<Result<{ email: string; isNew: boolean }, AcceptRefusal>> {
  const password = person === null ? '' : await hashPassword(person.password);
  type Accepted = Result<{ email: string; isNew: boolean }, AcceptRefusal>;
  return inResultTransaction(ctx.db, async (tx): Promise<Accepted> => {
    await lockAdmins(tx);
    const invitation = await claimInvitation(tx, tokenHash(token), ctx.now());
    if (invitation === null) return refuse('ended');
    const { email, role, invitedBy } = invitation;
    const known = await findUser(tx, email);
    const createdId =
      known !== null || person === null ? null : await insertAccount(tx, { ...person, email, password });
    const userId = known?.id ?? createdId;
    if (userId === null || !(await lockUser(tx, userId))) return refuse('no_account');
    const before = roleOf(await listRoles(tx, userId));
    if (isTeamRole(before)) return refuse('has_role');
    if (createdId !== null) {
      await deletePendingSignUps(tx, email);
      await updateStaffGrade(tx, createdId, true);
      // A browser without the cookie becomes known when it signs in.
      if (deviceHash !== '') await upsertDevice(tx, { userId, tokenHash: deviceHash, addressConfirmedAt: ctx.now() });
    }
    const admin = await findUserById(tx, invitedBy);
    await storeRole(tx, { id: invitedBy, email: admin?.email ?? '', requestId }, { userId, before, role });
    return ok({ email, isNew: createdId !== null });
  });
}
