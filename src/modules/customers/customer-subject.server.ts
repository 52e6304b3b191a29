import { lockUser } from '#modules/accounts/accounts.queries.server.ts';
import { auditSubjectOf } from '#modules/privacy/export-erase.server.ts';
import { lockGuest } from '#modules/privacy/privacy.queries.server.ts';
import type { FindSubject } from '#modules/team-notes/team-notes.server.ts';
import type { SubjectKey } from '#modules/team-notes/team-notes.queries.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { isUuid } from '#shared/uuid.ts';

import { findCustomer } from './customers.queries.server.ts';
import type { CustomerSummary } from './customers.ts';

/** Returns the ids of a customer's notes. An account has those from before, as a guest, too. */
export function customerKey({ id, email, emailVerified }: CustomerSummary): SubjectKey {
  return { kind: 'customer', ids: emailVerified && email !== id ? [id, email] : [id] };
}

/** Finds a customer that the team writes a note about. Waits for an erasure of them. */
export const customerSubject =
  (ctx: Pick<Ctx, 'settings'>, id: string): FindSubject =>
  async (tx) => {
    if (isUuid(id)) await lockUser(tx, id);
    else await lockGuest(tx, id);
    const customer = await findCustomer(tx, id);
    return customer === null ? null : { ...customerKey(customer), auditSubject: auditSubjectOf(ctx, customer) };
  };
