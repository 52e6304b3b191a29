import { eq } from 'drizzle-orm';

import type { Db } from '#platform/db/database.server.ts';
import { firstRow } from '#platform/db/rows.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { countries } from '#shared/countries.ts';
import type { Issues } from '#shared/form-issues.ts';
import { isCallable } from '#shared/phone-number.server.ts';
import { phoneSentence } from '#shared/phone-number.ts';

import { profileIssues, tidiedProfile, type ProfileDraft, type ProfileField } from './profile.ts';
import { profiles, users } from './tables.server.ts';

/**
 * Stores a customer's own names and phone. Returns the issues by field; if there are any, nothing
 * is stored.
 */
export async function updateProfile(
  db: Db,
  userId: string,
  typed: Partial<ProfileDraft>,
): Promise<Issues<ProfileField>> {
  const profile = tidiedProfile(typed);
  const { phone } = profile;
  const isUnusable = phone !== '' && !isCallable(phone, countries);
  const issues = { ...(isUnusable ? { phone: phoneSentence } : {}), ...profileIssues(profile) };
  if (Object.keys(issues).length > 0) return issues;
  const stored = { ...profile, phone: profile.phone === '' ? null : profile.phone };
  await inTransaction(db, async (tx) => {
    const names = { name: `${stored.firstName} ${stored.lastName}` };
    await tx
      .insert(profiles)
      .values({ id: userId, ...stored })
      .onConflictDoUpdate({ target: profiles.id, set: stored });
    await tx.update(users).set(names).where(eq(users.id, userId));
  });
  return issues;
}

export async function memberSince(db: Db, userId: string): Promise<Date | null> {
  return (await firstRow(db.select({ at: users.createdAt }).from(users).where(eq(users.id, userId))))?.at ?? null;
}
