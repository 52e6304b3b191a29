import { expect, test } from 'vitest';

import { applyConnections, readSettings, SettingsError } from './settings.server.ts';

const live = {
  SHOP_MODE: 'live',
  DATABASE_URL: 'postgres://shop@127.0.0.1/shop',
  PUBLIC_URL: 'https://shop.example',
  SESSION_SECRET: 'a secret for tests that is long enough to sign with',
  SMTP_URL: 'smtp://127.0.0.1',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_the_new_one, whsec_the_old_one',
};
const demo = { SESSION_SECRET: 'x'.repeat(32) };

test('a demo shop needs no settings, and a live shop starts with all required ones', () => {
  expect(readSettings(demo)).toMatchObject({ port: 3000, shopMode: 'demo', publicUrl: 'http://localhost:3000' });
  expect(readSettings(live)).toMatchObject({
    shopMode: 'live',
    stripeWebhookSecrets: ['whsec_the_new_one', 'whsec_the_old_one'],
  });
});

test('the environment has precedence over stored connections, and a demo shop ignores a live key', () => {
  const stored = {
    stripeSecretKey: 'sk_live_stored',
    stripePublishableKey: 'pk_live_stored',
    stripeWebhookSecrets: ['whsec_stored'],
    smtpUrl: 'smtp://stored.example',
    mailFrom: 'stored@shop.example',
  };
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, SMTP_URL, ...bare } = live;
  const settings = readSettings(bare);
  expect(settings).toMatchObject({ stripeSecretKey: undefined, smtpUrl: undefined });
  applyConnections(settings, stored);
  expect(settings).toMatchObject(stored);
  applyConnections(settings, {});
  expect(settings).toMatchObject({ stripeSecretKey: undefined, stripeWebhookSecrets: [], smtpUrl: undefined });

  const fixed = readSettings({ ...live, MAIL_FROM: 'fixed@shop.example' });
  applyConnections(fixed, stored);
  expect(fixed).toMatchObject({
    stripeSecretKey: STRIPE_SECRET_KEY,
    stripePublishableKey: STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecrets: STRIPE_WEBHOOK_SECRET.split(', '),
    smtpUrl: SMTP_URL,
    mailFrom: 'fixed@shop.example',
  });

  const playing = readSettings(demo);
  applyConnections(playing, stored);
  expect(playing).toMatchObject({ stripeSecretKey: undefined, smtpUrl: 'smtp://stored.example' });
});

test('whitespace around a value is trimmed, except for the session secret', () => {
  const input = { PORT: ' ', PUBLIC_URL: 'https://Shop.Example:443/\n', METRICS_TOKEN: '9f86d081884c7d65\n' };
  expect(
    readSettings({ SESSION_SECRET: `${'x'.repeat(32)}\n`, MAIL_FROM: ' hello@shop.example', ...input }),
  ).toMatchObject({
    port: 3000,
    publicUrl: 'https://shop.example',
    metricsToken: '9f86d081884c7d65',
    mailFrom: 'hello@shop.example',
    sessionSecret: `${'x'.repeat(32)}\n`,
  });
});

test('one setting lists several Varnish servers, separated by commas', () => {
  const edge = { EDGE: 'varnish', EDGE_PURGE_URL: 'http://10.0.0.1:6081, http://10.0.0.2:6081' };
  expect(readSettings({ ...demo, ...edge, EDGE_PURGE_TOKEN: 'a token of sixteen letters' }).edge).toEqual({
    kind: 'varnish',
    urls: ['http://10.0.0.1:6081', 'http://10.0.0.2:6081'],
    token: 'a token of sixteen letters',
  });
});

test.each([
  [{ ...demo, PORT: 'abc' }, 'The setting PORT must be a number from 0 to 65535.'],
  [{ ...demo, PORT: '65536' }, 'The setting PORT must be a number from 0 to 65535.'],
  [{ ...demo, SHOP_MODE: 'test' }, 'The setting SHOP_MODE must be demo or live.'],
  [{ ...demo, TAX: 'none' }, 'The setting TAX must be table or stripe.'],
  [{ ...demo, DATABASE_URL: 'mysql://x' }, 'The setting DATABASE_URL must begin with postgres:// or postgresql://.'],
  [{ ...demo, PUBLIC_URL: 'shop.example:3000' }, 'The setting PUBLIC_URL must be a full URL such as https://'],
  [{ ...demo, PUBLIC_URL: 'https://shop.example/eu' }, 'The setting PUBLIC_URL must be an address'],
  [{ ...demo, PUBLIC_URL: 'https://shop.example/?a=1' }, 'PUBLIC_URL must be an address'],
  [{ ...demo, TRUSTED_PROXIES: '10.0.0.0/40' }, 'The setting TRUSTED_PROXIES must be addresses or ranges such as'],
  [{ ...demo, CLIENT_IP_HEADER: 'CF Connecting' }, 'The setting CLIENT_IP_HEADER must be the name of a header'],
  [{ ...demo, CLIENT_IP_HEADER: 'CF-Connecting-IP' }, 'CLIENT_IP_HEADER needs TRUSTED_PROXIES'],
  [{ ...demo, ADDRESS_URL: 'photon:2322' }, 'The setting ADDRESS_URL must be a full'],
  [{ ...demo, SMTP_URL: 'smtp://' }, 'The setting SMTP_URL must be a complete address'],
  [{ ...demo, SMTP_URL: 'smtp://shop:p#w@mail.example' }, 'The setting SMTP_URL must be a complete address'],
  [{ ...demo, MAIL_FROM: 'halorosa' }, 'The setting MAIL_FROM must be an email address such as'],
  [{ ...demo, MAIL_FROM: '"Shop <hello@shop.example>"' }, 'The setting MAIL_FROM must be an email address such as'],
  [{ ...demo, TIME_ZONE: 'New York' }, 'The setting TIME_ZONE must be a time zone such as America/New_York.'],
  [{ ...demo, EDGE: 'akamai' }, 'The setting EDGE must be varnish, fastly or cloudflare.'],
  [
    { ...demo, EDGE: 'varnish', EDGE_PURGE_URL: 'http://127.0.0.1:6081' },
    'EDGE needs EDGE_PURGE_URL and EDGE_PURGE_TOKEN',
  ],
  [{ ...demo, EDGE_PURGE_TOKEN: 'a token of sixteen letters' }, 'EDGE_PURGE_URL and EDGE_PURGE_TOKEN need EDGE'],
  [{ ...demo, EDGE_PURGE_URL: '127.0.0.1:6081' }, 'The setting EDGE_PURGE_URL must be a complete address'],
  [
    { ...live, EDGE: 'fastly', EDGE_PURGE_URL: 'http://api.example', EDGE_PURGE_TOKEN: 'a token of sixteen letters' },
    'EDGE_PURGE_URL must start with https://',
  ],
  [{ SESSION_SECRET: 'short' }, 'The setting SESSION_SECRET must have at least 32 characters.'],
  [{ ...demo, STRIPE_SECRET_KEY: 'sk_live_1' }, 'a demo shop can’t take real payments'],
  [{ ...demo, STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY is not'],
  [{ ...live, DATABASE_URL: undefined }, 'SHOP_MODE=live needs DATABASE_URL'],
  [{ ...live, STRIPE_WEBHOOK_SECRET: undefined }, 'STRIPE_WEBHOOK_SECRET isn’t'],
  [{ ...live, RATE_LIMITS: 'off' }, 'RATE_LIMITS=off isn’t allowed'],
  [{ ...live, STRIPE_WEBHOOK_SECRET: 'sk_live_copied_by_mistake' }, 'STRIPE_WEBHOOK_SECRET must start with whsec_'],
  [{ ...live, STRIPE_WEBHOOK_SECRET: 'whsec_the_new_one, whsec_' }, 'STRIPE_WEBHOOK_SECRET must start with whsec_'],
  [{ ...live, STRIPE_WEBHOOK_SECRET: ' , ' }, 'STRIPE_WEBHOOK_SECRET isn’t'],
  [{ ...live, PUBLIC_URL: 'http://shop.example' }, 'needs an https:// address in PUBLIC_URL'],
  [{ ...live, PUBLIC_URL: 'http://localhost.shop.example' }, 'needs an https:// address in PUBLIC_URL'],
  [{ ...live, SESSION_SECRET: 'x'.repeat(32) }, 'SESSION_SECRET is too easy to guess'],
  [{ ...live, SESSION_SECRET: '12345'.repeat(8) }, 'SESSION_SECRET is too easy to guess'],
  [{ ...live, SESSION_SECRET: 'only 31 characters are too few.' }, 'SESSION_SECRET must have at least 32'],
  [{ ...live, STRIPE_API_URL: 'http://127.0.0.1:4010' }, 'STRIPE_API_URL must be an https:// address on another'],
  [{ ...live, STRIPE_API_URL: 'https://localhost:4010' }, 'STRIPE_API_URL must be an https:// address on another'],
  [{ ...live, METRICS_TOKEN: '0'.repeat(20) }, 'METRICS_TOKEN is too easy to guess'],
])('%o is refused with one sentence', (source, sentence) => {
  expect(() => readSettings(source)).toThrow(SettingsError);
  expect(() => readSettings(source)).toThrow(sentence);
});

test.each([
  { ...live, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
  { ...live, PUBLIC_URL: 'http://localhost:3000' },
  { ...live, PUBLIC_URL: 'http://127.0.0.1:3000' },
  { ...live, METRICS_TOKEN: '9f86d081884c7d65' },
])('a live shop accepts test keys and addresses of this machine: %o', (source) => {
  expect(readSettings(source).shopMode).toBe('live');
});

test.each(['a#b', '12#3', 'a/b', '12/3', 'a?b', '12?3', '100%', 'a%zz'])(
  'DATABASE_URL with the raw password %s is refused, and the message says how to write it',
  (password) => {
    const DATABASE_URL = `postgres://shop:${password}@127.0.0.1/shop`;
    expect(() => readSettings({ ...demo, DATABASE_URL })).toThrow('%23 %3F %2F %25 and %40');
  },
);

test.each([
  'postgres://shop:a%23b%40c@127.0.0.1/shop',
  'postgres://shop:a@b@127.0.0.1/shop',
  'postgres://shop@/shop?host=/run/postgresql',
  'postgresql://shop@[::1]:5432/shop?sslmode=verify-full&options=-c%20search_path%3Dpublic',
])('DATABASE_URL %s is accepted', (DATABASE_URL) => {
  expect(readSettings({ ...demo, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});
