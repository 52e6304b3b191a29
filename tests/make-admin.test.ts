import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { userRoles, users } from '#modules/accounts/tables.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';

import { compiledBefore } from './support/compile-cache.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'shop-make-admin-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function makeAdmin(email: string, env: Record<string, string> = { DATA_DIR: dataDir }) {
  const variables = { PATH: process.env.PATH ?? '', ...compiledBefore, NODE_ENV: 'production', ...env };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/make-admin.ts', email], {
    env: variables,
    encoding: 'utf8',
  });
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
      'owner@example.com is an admin already. http://localhost:3000/auth/forgot mails a link to choose another password.\n',
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

test.each([
  ['', {}, 'Give the email address of the new admin: npm run make-admin -- owner@example.com'],
  ['--role', {}, "Unknown option '--role'. Use: npm run make-admin -- owner@example.com"],
  ['owner', {}, 'Give the email address of the new admin: npm run make-admin -- owner@example.com'],
  [
    'owner@example.com',
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    'The database at DATABASE_URL cannot be used (nothing answers there). Start it or correct DATABASE_URL.',
  ],
])('make-admin with %j %j fails with one sentence', slow, (email, env, sentence) => {
  expect(makeAdmin(email, env)).toEqual({ status: 1, stdout: '', stderr: `${sentence}\n` });
});
