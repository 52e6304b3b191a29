import { BlockList, isIP } from 'node:net';

import { z } from 'zod';

/** Splits a comma-separated list. */
export const commaList = (list = '') =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/**
 * Parses ranges such as `173.245.48.0/20` or single addresses. Returns null if one is malformed.
 */
export function addressRanges(ranges: readonly string[]): BlockList | null {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits, ...more] = range.split('/');
    const version = isIP(address);
    const maxPrefix = version === 6 ? 128 : 32;
    const prefix = bits === undefined ? maxPrefix : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (more.length > 0 || version === 0 || !(prefix >= 1 && prefix <= maxPrefix)) return null;
    list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false', '1', '0'], { message: 'must be true or false' })
    .default(fallback)
    .transform((value) => value === 'true' || value === '1');

const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const oneOf = <const Choice extends string>(...names: Choice[]) =>
  z.enum(names, { message: `must be ${choices.format(names)}` });

function numberFrom(min: number, max: number) {
  const message = `must be a number from ${min} to ${max}`;
  const inRange = z.coerce.number({ message }).min(min, message).max(max, message);
  return { inRange, whole: inRange.int(message) };
}

const url = z.url({ protocol: /^https?$/, message: 'must be a full URL such as https://shop.example' }).optional();
const text = z.string().min(1).optional();
const secretOf = (min: number) => z.string().min(min, `must have at least ${min} characters`).optional();
const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message).optional();
/**
 * True for an address without raw characters that end its user name or password early. A socket
 * address has no host: `postgres://user@/shop?host=/run/postgresql`.
 */
function isDatabaseUrl(address: string): boolean {
  const url = URL.parse(address.replace('@/', '@localhost/').replaceAll(' ', '%20'));
  if (url === null || url.hash !== '' || `${url.pathname}${url.search}`.includes('@')) return false;
  try {
    return decodeURIComponent(`${url.username}${url.password}${url.pathname}`) !== '';
  } catch {
    return false;
  }
}

const postgresUrl = matching(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://').refine(
  (address) => address === undefined || isDatabaseUrl(address),
  'must be an address such as postgres://user:password@host/database, with # ? / % and @ in the user name or password written as %23 %3F %2F %25 and %40',
);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}

/** Schema of each setting, by its name in the environment. */
export const environmentSchema = z.object({
  PORT: numberFrom(0, 65_535).whole.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: postgresUrl,
  SHOP_MODE: oneOf('demo', 'live').default('demo'),
  SAMPLE_ORDERS: oneOf('on', 'off').default('on'),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as America/New_York').default('America/New_York'),
  PUBLIC_URL: url.refine(
    (address = '') => URL.parse(address)?.href === URL.parse('/', address)?.href,
    'must be an address without a path, such as https://shop.example',
  ),
  ALLOWED_HOSTS: matching(
    /^[a-z0-9.:[\]-]+(\s*,\s*[a-z0-9.:[\]-]+)*$/i,
    'must be host names such as www.shop.example, separated by commas',
  ),
  STRIPE_SECRET_KEY: matching(/^(sk|rk)_(test|live)_/, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_'),
  STRIPE_PUBLISHABLE_KEY: matching(/^pk_(test|live)_/, 'must begin with pk_test_ or pk_live_'),
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_URL: url,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine(
      (address) => URL.parse(address)?.hostname,
      'must be a complete address such as smtp://user:password@mail.example:587, with / as %2F and # as %23 in a password',
    )
    .optional(),
  MAIL_FROM: matching(
    /^(?:[^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
    'must be an email address such as Shop <hello@shop.example>',
  ),
  ADDRESS_URL: url,
  META_PIXEL_ID: matching(/^\d{5,20}$/, 'must be a Meta pixel ID (digits only)'),
  META_ACCESS_TOKEN: text,
  META_API_URL: url,
  BUY_NOW: oneOf('own', 'hosted').default('own'),
  TAX: oneOf('table', 'stripe').optional(),
  WORKER: flag('true'),
  TRUST_PROXY: flag('false'),
  TRUSTED_PROXIES: text.refine(
    (ranges) => addressRanges(commaList(ranges)) !== null,
    'must be addresses or ranges such as 173.245.48.0/20, 2400:cb00::/32, separated by commas',
  ),
  CLIENT_IP_HEADER: matching(/^[A-Za-z0-9-]{1,60}$/, 'must be the name of a header such as CF-Connecting-IP'),
  LOG_LEVEL: oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug').default('warn'),
  RATE_LIMITS: oneOf('on', 'off').default('on'),
  PASSWORD_MIN: numberFrom(6, 64).whole.default(6),
  ADMIN_IDLE_MINUTES: numberFrom(5, 1_440).whole.default(60),
  SESSION_SECRET: secretOf(32),
  METRICS_TOKEN: secretOf(16),
  DRAIN_SECONDS: numberFrom(0, 60).inRange.default(0),
  WEBHOOKS_INSIDE: flag('false'),
  EDGE: oneOf('varnish', 'fastly', 'cloudflare').optional(),
  EDGE_PURGE_URL: matching(
    /^https?:\/\/[^\s,]+(,\s*https?:\/\/[^\s,]+)*$/,
    'must be a complete address, or several separated by commas',
  ),
  EDGE_PURGE_TOKEN: secretOf(16),
  NODE_ENV: z.string().optional(),
});

/** Parsed environment settings. */
export type Environment = z.infer<typeof environmentSchema>;

export const isWebhookSecret = (secret: string) => /^whsec_\S{8,}$/.test(secret);

/** True when a URL's host name is this machine. */
export const isLoopback = (hostname: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

/** True for an address without TLS on another machine. */
export const isUnencrypted = (address: string) => {
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' && !isLoopback(hostname);
};

/**
 * True when an address can only be a sandbox's: a real provider is on another machine and uses TLS.
 */
const isSandboxAddress = (address: string) => {
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' || isLoopback(hostname);
};

/** True for a secret of few different characters: 16 random bytes in any notation have more. */
const isWeak = (secret = '') => secret !== '' && new Set(secret).size < 8;

/** True for a key of real money in a shop that must not take any. */
export const isLiveKeyInDemo = (shopMode: 'demo' | 'live', secretKey = '') =>
  shopMode === 'demo' && secretKey.includes('_live_');

type Refusal = readonly [isSo: boolean, sentence: string];

function liveRefusals(env: Environment): Refusal[] {
  const weak = (name: 'SESSION_SECRET' | 'METRICS_TOKEN'): Refusal => [
    isWeak(env[name]),
    `${name} is too easy to guess. Generate one with openssl rand -hex 32.`,
  ];
  return [
    [env.RATE_LIMITS === 'off', 'RATE_LIMITS=off isn’t allowed with SHOP_MODE=live.'],
    [
      env.DATABASE_URL === undefined,
      'SHOP_MODE=live needs DATABASE_URL. The embedded database can lose data in a power failure.',
    ],
    [env.SESSION_SECRET === undefined, 'SHOP_MODE=live needs SESSION_SECRET.'],
    weak('SESSION_SECRET'),
    weak('METRICS_TOKEN'),
    [
      env.PUBLIC_URL !== undefined && isUnencrypted(env.PUBLIC_URL),
      'SHOP_MODE=live needs an https:// address in PUBLIC_URL. Put a TLS proxy in front of the shop.',
    ],
    [
      env.STRIPE_API_URL !== undefined && isSandboxAddress(env.STRIPE_API_URL),
      'With SHOP_MODE=live, STRIPE_API_URL must be an https:// address on another machine. A sandbox can’t take real payments.',
    ],
    [
      !commaList(env.STRIPE_WEBHOOK_SECRET).every(isWebhookSecret),
      'STRIPE_WEBHOOK_SECRET must start with whsec_. Copy the endpoint’s signing secret.',
    ],
  ];
}

function refusals(env: Environment): Refusal[] {
  const isLive = env.SHOP_MODE === 'live';
  const hasKey = env.STRIPE_SECRET_KEY !== undefined;
  return [
    [
      isLiveKeyInDemo(env.SHOP_MODE, env.STRIPE_SECRET_KEY),
      'STRIPE_SECRET_KEY is a live key, but a demo shop can’t take real payments. Set SHOP_MODE=live or use a test key.',
    ],
    [
      env.CLIENT_IP_HEADER !== undefined && env.TRUSTED_PROXIES === undefined,
      'CLIENT_IP_HEADER needs TRUSTED_PROXIES. Without the CDN’s ranges, anyone could fake an IP address.',
    ],
    ...(isLive ? liveRefusals(env) : []),
    [hasKey && env.STRIPE_PUBLISHABLE_KEY === undefined, 'STRIPE_SECRET_KEY is set but STRIPE_PUBLISHABLE_KEY is not.'],
    [
      hasKey && commaList(env.STRIPE_WEBHOOK_SECRET).length === 0,
      'STRIPE_SECRET_KEY is set but STRIPE_WEBHOOK_SECRET isn’t. Payments can’t be confirmed without it.',
    ],
    [
      env.EDGE !== undefined && (env.EDGE_PURGE_URL === undefined || env.EDGE_PURGE_TOKEN === undefined),
      'EDGE needs EDGE_PURGE_URL and EDGE_PURGE_TOKEN to purge changed pages.',
    ],
    [
      env.EDGE === undefined && (env.EDGE_PURGE_URL ?? env.EDGE_PURGE_TOKEN) !== undefined,
      'EDGE_PURGE_URL and EDGE_PURGE_TOKEN need EDGE. Set it to varnish, fastly or cloudflare.',
    ],
    [
      isLive && env.EDGE !== undefined && env.EDGE !== 'varnish' && commaList(env.EDGE_PURGE_URL).some(isUnencrypted),
      'With SHOP_MODE=live, EDGE_PURGE_URL must start with https://. Otherwise the token is sent unencrypted.',
    ],
  ];
}

/** Returns why these settings must not be used together, in one sentence; null if they may. */
export function settingsRefusal(env: Environment): string | null {
  return refusals(env).find(([isSo]) => isSo)?.[1] ?? null;
}
