import { resetRefusals } from '#modules/accounts/accounts.schema.ts';
import { findUser } from '#modules/accounts/profile.server.ts';
import { resetSecondFactor } from '#modules/accounts/reset-second-factor.server.ts';
import { readSettings } from '#platform/env/settings.server.ts';

import { hasDatabase, openParts, openShopDatabase, refuseOtherVersion, type Parts } from './open-shop.server.ts';
import { CommandProblem } from './run-command.server.ts';

const actor = { id: null, email: 'command line', requestId: 'make-admin' };

/**
 * Turns off the lost authenticator of the account with this email address. Returns one sentence
 * about what was done. The shop sends the email about it, at once or when it starts.
 */
export async function resetLostSecondFactor(email: string): Promise<string> {
  const settings = readSettings();
  if (!hasDatabase(settings)) throw new CommandProblem(`There is no shop in ${settings.dataDir}.`);
  const database = await openShopDatabase(settings);
  let parts: Parts | undefined;
  try {
    await refuseOtherVersion(database);
    const user = await findUser(database.db, email);
    if (user === null) throw new CommandProblem(`No account has the email address ${email}. Nothing was changed.`);
    parts = await openParts(settings, database);
    const reset = await resetSecondFactor(parts.ctx, actor, user.id);
    if (!reset.ok && reset.reason === 'no_second_factor') {
      throw new CommandProblem(`${email} has no second factor. Nothing was changed.`);
    }
    if (!reset.ok) throw new CommandProblem(resetRefusals[reset.reason]);
    return `The second factor of ${email} is reset, and every device is signed out. Sign in with the password at ${settings.publicUrl}/auth and set up a new authenticator under Account, Security.`;
  } finally {
    await parts?.jobs.stop();
    await database.close();
  }
}
