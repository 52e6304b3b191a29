import { randomBytes } from 'node:crypto';

import { setRole } from '#modules/accounts/roles.server.ts';
import { createAuth } from '#modules/accounts/auth-service.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { readSettings } from '#platform/env/settings.server.ts';
import { noLimits } from '#platform/limits/limits.server.ts';
import { createLog } from '#platform/log/log.server.ts';

const actor = { id: null, email: 'command line', requestId: 'make-admin' };

const secureFirst =
  'Admin access needs a password of at least 12 characters and an authenticator app. Set both up under Account > Security.';

/**
 * Makes the person with this email address an admin, and creates an account if needed. Returns one
 * sentence about what was done.
 */
export async function makeAdmin(email: string): Promise<string> {
  const settings = readSettings();
  const { databaseUrl, dataDir } = settings;
  const database = await openDatabase({
    databaseUrl,
    dataDir: databaseUrl === undefined ? dataDir : undefined,
    onError: () => undefined,
  });
  try {
    await migrateDatabase(database);
    let link: string | null = null;
    const auth = createAuth(
      { db: database.db, settings, log: createLog(settings.logLevel), now: () => new Date() },
      {
        limits: noLimits,
        sendMail: async (_kind, _user, url) => {
          link = url;
        },
        onSignIn: async () => undefined,
      },
    );
    const names = { firstName: email.split('@')[0] ?? '', lastName: '' };
    const password = randomBytes(24).toString('base64url');
    const { id, isNew } = await auth.giveAccount({ email, password, ...names, role: 'customer' });
    const change = await setRole(database, actor, { userId: id, role: 'admin' });
    if (!change.ok) throw new Error(change.reason);
    const rights = settings.shopMode === 'live' ? ` ${secureFirst}` : '';
    if (!isNew) {
      const since = change.value.before === 'admin' ? 'already' : 'now';
      return `${email} is an admin ${since}. To choose another password, open ${settings.publicUrl}/auth/forgot.${rights}`;
    }
    const asking = { request: new Request(settings.publicUrl), visitor: { ip: '127.0.0.1', cartToken: null } };
    await auth.call('/request-password-reset', { email, redirectTo: '/auth/reset' }, asking);
    return `${email} is an admin now. Open ${String(link)} within one hour to choose a password.${rights}`;
  } finally {
    await database.close();
  }
}
