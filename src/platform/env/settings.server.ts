import { createHash } from 'node:crypto';

import { z } from 'zod';

import { listOf, refusalOf } from './dangerous-settings.ts';
import { storedSecret } from './session-secret.server.ts';
import { StartUpError } from './start-up-error.ts';

/** A setting that cannot be used. */
export class SettingsError extends StartUpError {}

const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false', '1', '0'], { message: 'must be true or false' })
    .default(fallback)
    .transform((value) => value === 'true' || value === '1');

const url = z
  .url({ protocol: /^https?$/, message: 'must be a complete address such as https://shop.example' })
  .optional();
const text = z.string().min(1).optional();
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
  .optional();

const schema = z.object({
  PORT: z.coerce
    .number({ message: 'must be a number from 0 to 65535' })
    .int('must be a number from 0 to 65535')
    .min(0, 'must be a number from 0 to 65535')
    .max(65_535, 'must be a number from 0 to 65535')
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: postgresUrl,
  DATABASE_READ_URL: postgresUrl,
  SHOP_MODE: z.enum(['demo', 'live'], { message: 'must be demo or live' }).default('demo'),
  PUBLIC_URL: url.refine(
    (given = '') => URL.parse(given)?.href === URL.parse('/', given)?.href,
    'must be the address of a host of its own, without a path, such as https://shop.example',
  ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must begin with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_URL: url,
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine(
      (given) => URL.parse(given)?.hostname,
      'must be a complete address such as smtp://user:password@mail.example:587, with / as %2F and # as %23 in a password',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an e-mail address such as Shop <hello@shop.example>',
    )
    .optional(),
  ADDRESS_URL: url,
  META_PIXEL_ID: z
    .string()
    .regex(/^\d{5,20}$/, 'must be the digits of a pixel')
    .optional(),
  META_ACCESS_TOKEN: text,
  META_API_URL: url,
  BUY_NOW: z.enum(['own', 'hosted'], { message: 'must be own or hosted' }).default('own'),
  TAX: z.enum(['table', 'stripe'], { message: 'must be table or stripe' }).default('table'),
  WORKER: flag('true'),
  TRUST_PROXY: flag('false'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'], {
      message: 'must be silent, fatal, error, warn, info or debug',
    })
    .default('warn'),
  RATE_LIMITS: z.enum(['on', 'off'], { message: 'must be on or off' }).default('on'),
  PASSWORD_MIN: z.coerce
    .number({ message: 'must be a number from 6 to 64' })
    .int('must be a number from 6 to 64')
    .min(6, 'must be a number from 6 to 64')
    .max(64, 'must be a number from 6 to 64')
    .default(6),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DRAIN_SECONDS: z.coerce
    .number({ message: 'must be a number from 0 to 60' })
    .min(0, 'must be a number from 0 to 60')
    .max(60, 'must be a number from 0 to 60')
    .default(0),
  WEBHOOKS_INSIDE: flag('false'),
  EDGE: z.enum(['varnish', 'fastly', 'cloudflare'], { message: 'must be varnish, fastly or cloudflare' }).optional(),
  EDGE_PURGE_URL: z
    .string()
    .regex(
      /^https?:\/\/[^\s,]+(,\s*https?:\/\/[^\s,]+)*$/,
      'must be a complete address, or several with commas between them',
    )
    .optional(),
  EDGE_PURGE_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  NODE_ENV: z.string().optional(),
});

/** The names that `.env.example` must list. */
export const settingNames = Object.keys(schema.shape).filter((name) => name !== 'NODE_ENV');

export type Edge = { kind: 'varnish' | 'fastly' | 'cloudflare'; urls: readonly string[]; token: string };

export type Settings = {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** A replica for what only shows. */
  databaseReadUrl: string | undefined;
  shopMode: 'demo' | 'live';
  publicUrl: string;
  stripeSecretKey: string | undefined;
  stripePublishableKey: string | undefined;
  stripeWebhookSecrets: string[];
  stripeApiUrl: string | undefined;
  smtpUrl: string | undefined;
  /** The sender of mails; the brand has its own where none is set. */
  mailFrom: string | undefined;
  /** A server that suggests addresses. */
  addressUrl: string | undefined;
  /** Advertising is measured only with a pixel, and for visitors who agree. */
  metaPixelId: string | undefined;
  /** With it the server tells of purchases too. */
  metaAccessToken: string | undefined;
  metaApiUrl: string;
  buyNow: 'own' | 'hosted';
  /** Where tax rates come from: the shop's table, or the payment provider's tax service with the table behind it. */
  tax: 'table' | 'stripe';
  worker: boolean;
  trustProxy: boolean;
  logLevel: string;
  rateLimits: 'on' | 'off';
  sessionSecret: string;
  /** Shortest password that a customer may choose, in characters. */
  passwordMin: number;
  /** Who shows it may read /metrics from anywhere; without one only callers on this machine may. */
  metricsToken: string | undefined;
  /** How long a stopping process still answers while /readyz already says no. */
  drainSeconds: number;
  /** Whether webhooks may go to addresses of the shop's own network. */
  webhooksInside: boolean;
  /** The cache in front of the shop that is told to drop pages when they change. */
  edge: Edge | undefined;
  production: boolean;
};

/** Leaves out a file's last line break and what else stands around a value; a secret that has signed something stays as it is. */
const trimmed = (name: string, value = '') => (name === 'SESSION_SECRET' ? value : value.trim());

/** Reads every setting of the process; throws SettingsError with one sentence when one cannot be used. */
export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const values = Object.entries(source).map(([name, value]) => [name, trimmed(name, value)]);
  const given: unknown = Object.fromEntries(values.filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SettingsError(`The setting ${String(issue?.path[0])} ${issue?.message ?? 'is not valid'}.`);
  }
  const env = parsed.data;
  const refusal = refusalOf(env);
  if (refusal !== null) throw new SettingsError(refusal);
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    shopMode: env.SHOP_MODE,
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin,
    stripeSecretKey: env.STRIPE_SECRET_KEY,
    stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecrets: listOf(env.STRIPE_WEBHOOK_SECRET),
    stripeApiUrl: env.STRIPE_API_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    addressUrl: env.ADDRESS_URL,
    metaPixelId: env.META_PIXEL_ID,
    metaAccessToken: env.META_ACCESS_TOKEN,
    metaApiUrl: env.META_API_URL ?? 'https://graph.facebook.com/v24.0',
    buyNow: env.BUY_NOW,
    tax: env.TAX,
    worker: env.WORKER,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS,
    sessionSecret:
      env.SESSION_SECRET ??
      (env.DATABASE_URL === undefined
        ? storedSecret(env.DATA_DIR)
        : createHash('sha256').update(`session:${env.DATABASE_URL}`).digest('hex')),
    passwordMin: env.PASSWORD_MIN,
    metricsToken: env.METRICS_TOKEN,
    drainSeconds: env.DRAIN_SECONDS,
    webhooksInside: env.WEBHOOKS_INSIDE,
    edge: env.EDGE && { kind: env.EDGE, urls: listOf(env.EDGE_PURGE_URL), token: env.EDGE_PURGE_TOKEN ?? '' },
    production: env.NODE_ENV === 'production',
  };
}
