import type { Environment } from './environment.ts';

/** Splits a comma-separated list. */
export const listOf = (list = '') =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

export const isWebhookSecret = (secret: string) => /^whsec_\S{8,}$/.test(secret);

/** True when a URL's host name is this machine. */
export const isLoopback = (hostname: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

const isPlain = (address: string) => {
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' && !isLoopback(hostname);
};

/**
 * True when an address can only be a sandbox's: a real provider is on another machine and uses TLS.
 */
const isStandIn = (address: string) => {
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' || isLoopback(hostname);
};

/** True for a secret of few different characters: 16 random bytes in any notation have more. */
const isWeak = (secret = '') => secret !== '' && new Set(secret).size < 8;

type Refusal = readonly [isSo: boolean, sentence: string];

function liveRefusals(env: Environment): Refusal[] {
  const weak = (name: 'SESSION_SECRET' | 'METRICS_TOKEN'): Refusal => [
    isWeak(env[name]),
    `${name} can be guessed: it repeats few characters. Make one with openssl rand -hex 32.`,
  ];
  return [
    [env.RATE_LIMITS === 'off', 'RATE_LIMITS=off is refused with SHOP_MODE=live.'],
    [
      env.DATABASE_URL === undefined,
      'SHOP_MODE=live needs DATABASE_URL: the embedded database can lose data in a power cut.',
    ],
    [env.SMTP_URL === undefined, 'SHOP_MODE=live needs SMTP_URL: customers wait for their mails.'],
    [env.SESSION_SECRET === undefined, 'SHOP_MODE=live needs SESSION_SECRET.'],
    weak('SESSION_SECRET'),
    weak('METRICS_TOKEN'),
    [env.PUBLIC_URL === undefined, 'SHOP_MODE=live needs PUBLIC_URL.'],
    [
      env.PUBLIC_URL !== undefined && isPlain(env.PUBLIC_URL),
      'SHOP_MODE=live needs an https:// address in PUBLIC_URL: put a proxy that speaks TLS before the shop.',
    ],
    [
      env.STRIPE_SECRET_KEY === undefined,
      'SHOP_MODE=live needs STRIPE_SECRET_KEY: the payment sandbox serves demo shops only.',
    ],
    [
      env.STRIPE_API_URL !== undefined && isStandIn(env.STRIPE_API_URL),
      'STRIPE_API_URL must be an https:// address of another machine with SHOP_MODE=live: a sandbox takes no money.',
    ],
    [
      !listOf(env.STRIPE_WEBHOOK_SECRET).every(isWebhookSecret),
      'STRIPE_WEBHOOK_SECRET must begin with whsec_: copy the signing secret of the endpoint.',
    ],
  ];
}

function refusals(env: Environment): Refusal[] {
  const isLive = env.SHOP_MODE === 'live';
  const hasKey = env.STRIPE_SECRET_KEY !== undefined;
  return [
    [
      !isLive && env.STRIPE_SECRET_KEY?.includes('_live_') === true,
      'STRIPE_SECRET_KEY is a live key: set SHOP_MODE=live, a demo shop must not take real money.',
    ],
    [
      env.DATABASE_READ_URL !== undefined && env.DATABASE_URL === undefined,
      'DATABASE_READ_URL needs DATABASE_URL: a replica follows a PostgreSQL that takes writes.',
    ],
    [
      env.CLIENT_IP_HEADER !== undefined && env.TRUSTED_PROXIES === undefined,
      'CLIENT_IP_HEADER needs TRUSTED_PROXIES: without the ranges of the CDN anyone could name any address.',
    ],
    ...(isLive ? liveRefusals(env) : []),
    [hasKey && env.STRIPE_PUBLISHABLE_KEY === undefined, 'STRIPE_SECRET_KEY is set but STRIPE_PUBLISHABLE_KEY is not.'],
    [
      hasKey && listOf(env.STRIPE_WEBHOOK_SECRET).length === 0,
      'STRIPE_SECRET_KEY is set but STRIPE_WEBHOOK_SECRET is not: payments could not be confirmed.',
    ],
    [
      env.EDGE !== undefined && (env.EDGE_PURGE_URL === undefined || env.EDGE_PURGE_TOKEN === undefined),
      'EDGE needs EDGE_PURGE_URL and EDGE_PURGE_TOKEN: without them changed pages could not be dropped there.',
    ],
    [
      env.EDGE === undefined && (env.EDGE_PURGE_URL ?? env.EDGE_PURGE_TOKEN) !== undefined,
      'EDGE_PURGE_URL and EDGE_PURGE_TOKEN need EDGE: set it to varnish, fastly or cloudflare.',
    ],
    [
      isLive && env.EDGE !== undefined && env.EDGE !== 'varnish' && listOf(env.EDGE_PURGE_URL).some(isPlain),
      'EDGE_PURGE_URL must begin with https:// with SHOP_MODE=live: the token would cross the internet as it is.',
    ],
  ];
}

/** Returns why these settings must not be used together, in one sentence; null if they may. */
export function refusalOf(env: Environment): string | null {
  return refusals(env).find(([isSo]) => isSo)?.[1] ?? null;
}
