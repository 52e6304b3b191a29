import { eq } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { profileIssues, tidiedProfile, type ProfileDraft, type ProfileIssues } from './rules.ts';
import { profiles, users } from '../tables.server.ts';

export type ProfileAnswer = Result<null, 'invalid'> & { issues?: ProfileIssues };

/** Writes a customer's own names and phone; refuses `invalid` with what is wrong, field by field. */
export async function updateProfile(db: Db, userId: string, draft: ProfileDraft): Promise<ProfileAnswer> {
  const profile = tidiedProfile(draft);
  const issues = profileIssues(profile);
  if (Object.keys(issues).length > 0) return { ...refuse('invalid'), issues };
  const kept = { ...profile, phone: profile.phone === '' ? null : profile.phone };
  await inTransaction(db, async (tx) => {
    const names = { name: `${kept.firstName} ${kept.lastName}` };
    await tx
      .insert(profiles)
      .values({ id: userId, ...kept })
      .onConflictDoUpdate({ target: profiles.id, set: kept });
    await tx.update(users).set(names).where(eq(users.id, userId));
  });
  return ok(null);
}

/** When an account was opened. */
export async function memberSince(db: Db, userId: string): Promise<Date | null> {
  const rows = await db.select({ at: users.createdAt }).from(users).where(eq(users.id, userId)).limit(1);
  return rows[0]?.at ?? null;
}
