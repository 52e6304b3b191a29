import { isConfirmationFresh } from '#modules/accounts/account.ts';
import { accountMails } from '#modules/accounts/accounts.emails.server.ts';
import { lockUser } from '#modules/accounts/accounts.queries.server.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import { undeliverableDomain } from '#modules/email/mail.ts';
import { enqueueMail, type EnqueueCtx } from '#modules/email/enqueue-mail.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { PersonalData, DataSubject } from '#platform/db/data-subject.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import { sign } from '#platform/session/token.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';
import { isUuid } from '#shared/uuid.ts';

import type { DeletionRefusal, ErasureRefusal } from './delete-account.schema.ts';
import { lockGuest } from './privacy.queries.server.ts';

type Parts = readonly PersonalData[];

/**
 * Returns all stored data of a customer in machine-readable form; amounts in cents. Data tied to
 * them only by address is included only in a browser in which that address was confirmed. Otherwise
 * someone who signed up with another person's address could export that person's data.
 */
export async function exportPerson(ctx: Ctx, parts: Parts, owner: DataSubject): Promise<Record<string, unknown>> {
  const { id, email, emailVerified } = owner;
  const person = { id, email: emailVerified ? email : `unconfirmed${undeliverableDomain}`, emailVerified };
  const records: Record<string, unknown> = { writtenAt: ctx.now().toISOString(), addressConfirmedHere: emailVerified };
  for (const part of parts) Object.assign(records, await part.export?.(ctx, person));
  return records;
}

type Erasure = { parts: Parts; person: DataSubject; firstName: string; alias: string };

/**
 * Erases a person in the caller's transaction and tells them by email. Parts run from last to
 * first, so that references are deleted before their target. Refuses while a payment is pending.
 */
async function erasePerson(
  tx: Db,
  ctx: EnqueueCtx,
  { parts, person, firstName, alias }: Erasure,
): Promise<Result<null, 'being_paid'>> {
  for (const part of parts) if ((await part.mustWait?.(tx, person)) === true) return refuse('being_paid');
  for (const part of parts.toReversed()) await part.erase?.(tx, person, alias);
  const shopUrl = ctx.settings.publicUrl;
  const data = { firstName, url: shopUrl, shopUrl };
  await enqueueMail(tx, ctx, { kind: accountMails.data_erased, to: person.email, data });
  return ok(null);
}

const newAlias = () => `deleted-${crypto.randomUUID()}${undeliverableDomain}`;

/**
 * Deletes the account of its owner permanently, in one transaction. Refuses admins, an old password
 * confirmation, and a pending payment. No-op if an admin has just erased it.
 */
export async function deleteAccount(
  ctx: Ctx,
  parts: Parts,
  { user, requestId }: { user: SignedInUser; requestId: string },
): Promise<Result<null, DeletionRefusal>> {
  if (user.role === 'admin') return refuse('is_admin');
  if (!isConfirmationFresh(user.confirmedAt, ctx.now())) return refuse('confirm_password');
  const alias = newAlias();
  return inResultTransaction(ctx.db, async (tx) => {
    if (!(await lockUser(tx, user.id))) return ok(null);
    const erased = await erasePerson(tx, ctx, { parts, person: user, firstName: user.name.split(' ')[0] ?? '', alias });
    if (!erased.ok) return erased;
    // The log is immutable, so it must not record who this was.
    const actor = { id: user.id, email: alias, requestId };
    const change = { action: 'account.delete', subject: `customer:${user.id}`, before: null, after: null };
    await recordChange(tx, actor, change);
    return ok(null);
  });
}

/** Customer in an admin's list. `id` is that of the account, or the email of a guest. */
type ListedCustomer = Pick<SignedInUser, 'id' | 'email' | 'emailVerified' | 'role'> & {
  isGuest: boolean;
  firstName: string;
};

/** Id that no account has. */
const noAccount = '00000000-0000-0000-0000-000000000000';

const personOf = ({ id, email, emailVerified, isGuest }: ListedCustomer): DataSubject => ({
  id: isGuest ? noAccount : id,
  email,
  emailVerified,
});

/**
 * Subject of an audit entry, which must not identify anyone after the erasure. A guest is named by
 * a keyed hash of the email.
 */
export function auditSubjectOf(
  { settings }: Pick<Ctx, 'settings'>,
  { id, isGuest }: Pick<ListedCustomer, 'id' | 'isGuest'>,
): string {
  if (!isGuest) return `customer:${id}`;
  return `guest:${sign(settings.sessionSecret, 'audit-guest', id).slice(0, 16)}`;
}

/** Returns all stored data of a customer for an admin who answers their request, and logs it. */
export async function exportCustomer(
  ctx: Ctx,
  parts: Parts,
  { actor, customer }: { actor: Actor; customer: ListedCustomer },
): Promise<Record<string, unknown>> {
  const records = await exportPerson(ctx, parts, personOf(customer));
  const change = { action: 'customer.export', subject: auditSubjectOf(ctx, customer), before: null, after: null };
  await recordChange(ctx.db, actor, change);
  return records;
}

type ErasureByAdmin = {
  actor: Actor;
  /** Id of an account, or email of a guest. */
  id: string;
  /** Returns the listed customer with this id, or null if unknown or erased. */
  find(tx: Db, id: string): Promise<ListedCustomer | null>;
};

/**
 * Erases an account or guest permanently, in one transaction, as their own request does. Refuses
 * admins, a pending payment, and a customer who is erased already. The caller asserts that the
 * admin's password is confirmed.
 */
export function eraseCustomer(
  ctx: Ctx,
  parts: Parts,
  { actor, id, find }: ErasureByAdmin,
): Promise<Result<null, ErasureRefusal>> {
  const alias = newAlias();
  return inResultTransaction(ctx.db, async (tx): Promise<Result<null, ErasureRefusal>> => {
    if (isUuid(id)) await lockUser(tx, id);
    else await lockGuest(tx, id);
    // Read after the lock, so that the second of two admins finds nobody.
    const customer = await find(tx, id);
    if (customer === null || customer.id !== id) return refuse('no_customer');
    if (customer.role === 'admin') return refuse('is_admin');
    const { firstName } = customer;
    const erased = await erasePerson(tx, ctx, { parts, person: personOf(customer), firstName, alias });
    if (!erased.ok) return erased;
    const change = { action: 'customer.erase', subject: auditSubjectOf(ctx, customer), before: null, after: null };
    await recordChange(tx, actor, change);
    return ok(null);
  });
}
