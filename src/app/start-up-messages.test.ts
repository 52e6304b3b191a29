import { expect, test } from 'vitest';

import { DatabaseUnreachable } from '#platform/db/database-errors.server.ts';

import { startUpErrorMessage } from './start-up-messages.server.ts';

test.each([
  ['unsupported startup parameter: statement_timeout', undefined, 'It’s a connection pooler. Set it up as'],
  [
    'no pg_hba.conf entry for host "10.0.0.7", user "shop", database "shop", no encryption',
    '28000',
    'It requires TLS. Add',
  ],
  ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'Its certificate must match the host'],
  [
    "Hostname/IP does not match certificate's altnames",
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'Its certificate must match the host',
  ],
  ['certificate authentication failed for user "shop"', '28000', 'Start the database or correct DATABASE_URL.'],
  ['password authentication failed for user "shop"', '28P01', 'Start the database or correct DATABASE_URL.'],
])('the start error for a database that fails with "%s" says what to do', (message, code, remedy) => {
  const said = startUpErrorMessage(new DatabaseUnreachable(Object.assign(new Error(message), { code })));
  expect(said).toContain(`Can’t connect to the database at DATABASE_URL (${message}). ${remedy}`);
});
