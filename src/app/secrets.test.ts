import { expect, test } from 'vitest';

import { refuseWeakSecrets } from './secrets.server.ts';

const strong = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const said = (secrets: Partial<Parameters<typeof refuseWeakSecrets>[0]>) =>
  refuseWeakSecrets({ sessionSecret: strong, metricsToken: undefined, edge: undefined, ...secrets }).then(
    () => null,
    (error: Error) => error.message.split('. ')[0],
  );

test.each([
  'change-me-change-me-change-me-change-me',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '0123456789abcdef0123456789abcdef',
  'deadbeefdeadbeefdeadbeefdeadbeef',
  'qwertyuiopasdfghjklzxcvbnm1234567890',
  '00000000-0000-0000-0000-000000000000',
  'halorosa-session-secret-production-1',
  'please change this session secret',
  'super-long-random-string-for-session',
  'supersecretsupersecretsupersecret',
])('a live shop refuses the session secret %s', async (sessionSecret) => {
  expect(await said({ sessionSecret })).toBe('SESSION_SECRET is too easy to guess');
});

test.each(['changemechangeme', 'metrics-token-12', '0123456789abcdef'])(
  'a live shop refuses the token %s for metrics and for the edge cache',
  async (token) => {
    expect(await said({ metricsToken: token })).toBe('METRICS_TOKEN is too easy to guess');
    expect(await said({ edge: { kind: 'varnish', urls: [], token } })).toBe('EDGE_PURGE_TOKEN is too easy to guess');
  },
);

test.each([
  ['9f86d081884c7d659a2feaa0c55ad015', '9f86d081884c7d65'],
  ['n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is', 'Vb0PAKCAz2LqxV0='],
  ['k3WsP-92nDq_xT71yLmZ0vRcE8aHfUbJ', 'e3b0c44298fc1c14'],
])('a live shop accepts the random secret %s and the token %s', async (sessionSecret, metricsToken) => {
  expect(await said({ sessionSecret, metricsToken })).toBeNull();
});
