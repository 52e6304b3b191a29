import { z } from 'zod';

import { addressRanges } from './address-ranges.ts';
import { listOf } from './dangerous-settings.ts';

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

const url = z
  .url({ protocol: /^https?$/, message: 'must be a complete address such as https://shop.example' })
  .optional();
const text = z.string().min(1).optional();
const secretOf = (min: number) => z.string().min(min, `must have at least ${min} characters`).optional();
const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message).optional();
const postgresUrl = matching(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
}

/** Schema of each setting, by its name in the environment. */
export const schema = z.object({
  PORT: numberFrom(0, 65_535).whole.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: postgresUrl,
  DATABASE_READ_URL: postgresUrl,
  SHOP_MODE: oneOf('demo', 'live').default('demo'),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as America/New_York').default('America/New_York'),
  PUBLIC_URL: url.refine(
    (address = '') => URL.parse(address)?.href === URL.parse('/', address)?.href,
    'must be the address of a host of its own, without a path, such as https://shop.example',
  ),
  ALLOWED_HOSTS: matching(
    /^[a-z0-9.:[\]-]+(\s*,\s*[a-z0-9.:[\]-]+)*$/i,
    'must be host names such as www.shop.example, with commas between them',
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
    'must be an e-mail address such as Shop <hello@shop.example>',
  ),
  ADDRESS_URL: url,
  META_PIXEL_ID: matching(/^\d{5,20}$/, 'must be the digits of a pixel'),
  META_ACCESS_TOKEN: text,
  META_API_URL: url,
  BUY_NOW: oneOf('own', 'hosted').default('own'),
  TAX: oneOf('table', 'stripe').default('table'),
  WORKER: flag('true'),
  TRUST_PROXY: flag('false'),
  TRUSTED_PROXIES: text.refine(
    (ranges) => addressRanges(listOf(ranges)) !== null,
    'must be addresses or ranges such as 173.245.48.0/20, 2400:cb00::/32, with commas between them',
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
    'must be a complete address, or several with commas between them',
  ),
  EDGE_PURGE_TOKEN: secretOf(16),
  NODE_ENV: z.string().optional(),
});

/** Parsed environment settings. */
export type Environment = z.infer<typeof schema>;
