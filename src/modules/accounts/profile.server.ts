import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { countries } from '#shared/countries.ts';
import type { Issues } from '#shared/form-issues.ts';
import { isPossiblePhoneNumber } from '#shared/phone-number.server.ts';
import { phoneSentence } from '#shared/phone-number.ts';

import { findUserById, upsertProfile } from './accounts.queries.server.ts';
import { cleanProfile, profileIssues, type ProfileDraft, type ProfileField } from './profile.ts';

/**
 * Stores a customer's own names and phone. Returns the issues by field; if there are any, nothing
 * is stored.
 */
export async function updateProfile(
  db: Db,
  userId: string,
  typed: Partial<ProfileDraft>,
): Promise<Issues<ProfileField>> {
  const profile = cleanProfile(typed);
  const phone = profile.phone === '' ? null : profile.phone;
  const isUnusable = phone !== null && !isPossiblePhoneNumber(phone, countries);
  const issues = { ...(isUnusable ? { phone: phoneSentence } : {}), ...profileIssues(profile) };
  if (Object.keys(issues).length > 0) return issues;
  await inTransaction(db, (tx) => upsertProfile(tx, userId, { ...profile, phone }));
  return issues;
}

/** Returns when the account was created, or null if it does not exist. */
export async function memberSince(db: Db, userId: string): Promise<Date | null> {
  return (await findUserById(db, userId))?.createdAt ?? null;
}
