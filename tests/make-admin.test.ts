import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';

import { devices, twoFactors, userRoles, users } from '#modules/accounts/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { openDatabase, type Database } from '#platform/db/database.server.ts';

import { changesOf } from './support/audit-entries.ts';
import { processEnvironment } from './support/process-environment.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'shop-make-admin-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const flags = ['--import', './scripts/stub-asset-urls.mjs'];

function makeAdmin(email: string | string[], env: Record<string, string> = { DATA_DIR: dataDir }) {
  const variables = { PATH: process.env.PATH ?? '', ...processEnvironment, NODE_ENV: 'production', ...env };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, 'scripts/make-admin.ts', ...[email].flat()],
    {
      env: variables,
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

const slow = { timeout: 120_000 };

test(
  'make-admin creates the first admin with a link to set the password; a second run changes nothing',
  slow,
  async () => {
    const first = makeAdmin(' Owner@Example.com ');
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^owner@example\.com is an admin now\. Open http:\/\/localhost:3000\/api\/auth\/reset-password\/\w+\?callbackURL=%2Fauth%2Freset within one hour to choose a password\.\n$/,
    );
    // Same output after a first run whose link expired, or that was killed before it printed one.
    expect(makeAdmin('owner@example.com').stdout).toBe(
      'owner@example.com is an admin already. To choose another password, open http://localhost:3000/auth/forgot.\n',
    );
    const database = await openDatabase({ dataDir, onError: () => undefined });
    const people = await database.db.select({ email: users.email, isConfirmed: users.emailVerified }).from(users);
    const roles = await database.db.select({ role: userRoles.role }).from(userRoles);
    await database.close();
    expect({ people, roles }).toEqual({
      people: [{ email: 'owner@example.com', isConfirmed: true }],
      roles: [{ role: 'admin' }],
    });
  },
);

const reset = (email: string) => makeAdmin(['--reset-second-factor', email]);

/** Gives the account of an email address a second factor whose codes nobody has. */
async function loseSecondFactor(database: Database, email: string) {
  const { db } = database;
  const [user] = await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.email, email)).returning();
  const userId = user?.id ?? '';
  await db.insert(twoFactors).values({ userId, secret: 'lost', backupCodes: 'lost', verified: true });
  await db.insert(devices).values({ userId, tokenHash: 'known' });
  return userId;
}

/** Returns what is stored of an account's second factor, and what records its reset. */
async function resetOf({ db }: Database, userId: string) {
  const left = [
    await db.$count(twoFactors, eq(twoFactors.userId, userId)),
    await db.$count(devices, eq(devices.userId, userId)),
    await db.$count(users, and(eq(users.id, userId), users.twoFactorEnabled)),
  ];
  const changes = await changesOf(db, { subject: `user:${userId}` });
  const sent = await db.select({ kind: mails.kind, to: mails.toAddress, state: mails.state }).from(mails);
  return { left, sent, by: changes.filter(({ action }) => action === 'user.second_factor_reset') };
}

test('--reset-second-factor turns a lost authenticator off once, audited as the command', slow, async () => {
  const email = 'locked@example.com';
  const open = () => openDatabase({ dataDir, onError: () => undefined });
  expect(makeAdmin(email).status).toBe(0);
  let database = await open();
  const userId = await loseSecondFactor(database, email);
  await database.close();
  expect(reset(' Locked@Example.com ')).toEqual({
    status: 0,
    stdout: `Two-factor authentication for ${email} was reset, and all devices were signed out. Sign in with the password at http://localhost:3000/auth. Then set up a new authenticator app under Account > Security.\n`,
    stderr: '',
  });
  for (const [to, sentence] of [
    [email, `${email} doesn’t use two-factor authentication. Nothing was changed.`],
    ['nobody@example.com', 'No account uses the email address nobody@example.com. Nothing was changed.'],
  ] as const) {
    expect(reset(to)).toEqual({ status: 1, stdout: '', stderr: `${sentence}\n` });
  }
  database = await open();
  const { left, sent, by } = await resetOf(database, userId);
  await database.close();
  expect(left).toEqual([0, 0, 0]);
  expect(sent).toEqual([{ kind: 'second_factor_reset', to: email, state: 'queued' }]);
  expect(by.map(({ actorEmail }) => actorEmail)).toEqual(['command line']);
});

test.each([
  ['', {}, 'Enter the admin’s email address: npm run make-admin -- [--reset-second-factor] owner@example.com'],
  ['--role', {}, "Unknown option '--role'. Use: npm run make-admin -- [--reset-second-factor] owner@example.com"],
  ['owner', {}, 'Enter the admin’s email address: npm run make-admin -- [--reset-second-factor] owner@example.com'],
  [['--reset-second-factor', 'owner@example.com'], { DATA_DIR: '/nowhere' }, 'No shop found in /nowhere.'],
  [
    ['--reset-second-factor'],
    {},
    'Enter the admin’s email address: npm run make-admin -- [--reset-second-factor] owner@example.com',
  ],
  [
    'owner@example.com',
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    'Can’t connect to the database at DATABASE_URL (nothing is listening there). Start the database or correct DATABASE_URL.',
  ],
])('make-admin with %j %j fails with one sentence', slow, (email, env, sentence) => {
  expect(makeAdmin(email, env)).toEqual({ status: 1, stdout: '', stderr: `${sentence}\n` });
});
