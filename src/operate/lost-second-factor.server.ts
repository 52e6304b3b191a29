import { resetRefusals } from '#modules/accounts/accounts.schema.ts';
import { findUser } from '#modules/accounts/accounts.queries.server.ts';
import { resetSecondFactor } from '#modules/accounts/reset-second-factor.server.ts';
import { readSettings } from '#platform/env/settings.server.ts';

import {
  hasDatabase,
  openCommandContext,
  openShopDatabase,
  assertShopVersion,
  type CommandContext,
} from './open-shop.server.ts';
import { CommandError } from './run-command.server.ts';

const actor = { id: null, email: 'command line', requestId: 'make-admin' };

/**
 * Turns off the lost authenticator of the account with this email address. Returns one sentence
 * about what was done. The shop sends the email about it, at once or when it starts.
 */
export async function resetLostSecondFactor(email: string): Promise<string> {
  const settings = readSettings();
  if (!hasDatabase(settings)) throw new CommandError(`No shop found in ${settings.dataDir}.`);
  const database = await openShopDatabase(settings);
  let parts: CommandContext | undefined;
  try {
    await assertShopVersion(database);
    const user = await findUser(database.db, email);
    if (user === null) throw new CommandError(`No account uses the email address ${email}. Nothing was changed.`);
    parts = await openCommandContext(settings, database);
    const reset = await resetSecondFactor(parts.ctx, actor, user.id);
    if (!reset.ok && reset.reason === 'no_second_factor') {
      throw new CommandError(`${email} doesn’t use two-factor authentication. Nothing was changed.`);
    }
    if (!reset.ok) throw new CommandError(resetRefusals[reset.reason]);
    return `Two-factor authentication for ${email} was reset, and all devices were signed out. Sign in with the password at ${settings.publicUrl}/auth. Then set up a new authenticator app under Account > Security.`;
  } finally {
    await parts?.jobs.stop();
    await database.close();
  }
}
