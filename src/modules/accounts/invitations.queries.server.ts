import { and, asc, eq, gt, lt } from 'drizzle-orm';

import { deleteInBatches, type BatchResult } from '#platform/db/batched-writes.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';

import { invitations } from './tables.server.ts';

type Invitation = typeof invitations.$inferSelect;

/** Stores an invitation. Null if the address has one already. */
export function insertInvitation(tx: Db, invitation: typeof invitations.$inferInsert): Promise<Invitation | null> {
  return firstRow(tx.insert(invitations).values(invitation).onConflictDoNothing().returning());
}

/** Replaces the token of an open invitation, so that the earlier link is dead. Null if it ended. */
export function renewInvitation(
  tx: Db,
  id: string,
  renewed: Pick<Invitation, 'tokenHash' | 'expiresAt'>,
): Promise<Invitation | null> {
  return firstRow(tx.update(invitations).set(renewed).where(eq(invitations.id, id)).returning());
}

/** Ends an open invitation. Null if it had ended. */
export function deleteInvitation(tx: Db, id: string): Promise<Invitation | null> {
  return firstRow(tx.delete(invitations).where(eq(invitations.id, id)).returning());
}

/** Ends the open invitations of an admin. */
export async function deleteInvitationsBy(tx: Db, userId: string): Promise<void> {
  await tx.delete(invitations).where(eq(invitations.invitedBy, userId));
}

const isOpen = (tokenHash: string, now: Date) =>
  and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, now));

/** Returns the open invitation of a link. */
export function findInvitation(db: Db, tokenHash: string, now: Date): Promise<Invitation | null> {
  return firstRow(db.select().from(invitations).where(isOpen(tokenHash, now)));
}

/** Takes the open invitation of a link, which only one caller can. */
export function claimInvitation(tx: Db, tokenHash: string, now: Date): Promise<Invitation | null> {
  return firstRow(tx.delete(invitations).where(isOpen(tokenHash, now)).returning());
}

/** Returns the invitations that were neither accepted nor withdrawn, by address. */
export function listInvitations(db: Db) {
  const { id, email, role, expiresAt, createdAt } = invitations;
  return db
    .select({ id, email, role, expiresAt, createdAt })
    .from(invitations)
    .orderBy(asc(email))
    .limit(maxInvitations);
}

export const countInvitations = (db: Db): Promise<number> => db.$count(invitations);

/** Maximum number of open invitations, so that their list needs no pages. */
export const maxInvitations = 50;

/** Deletes the invitations that expired before a date. */
export function deleteExpiredInvitations(db: Db, before: Date): Promise<BatchResult> {
  return deleteInBatches(db, invitations, lt(invitations.expiresAt, before));
}
