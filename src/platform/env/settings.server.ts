import { createHash } from 'node:crypto';
import { BlockList } from 'node:net';

import { addressRanges } from './address-ranges.ts';
import { listOf, refusalOf } from './dangerous-settings.ts';
import { schema, type Environment } from './environment.ts';
import { storedSecret } from './session-secret.server.ts';
import { StartUpError } from './start-up-error.ts';

export class SettingsError extends StartUpError {}

/** The names that `.env.example` must list. */
export const settingNames = Object.keys(schema.shape).filter((name) => name !== 'NODE_ENV');

export type Settings = ReturnType<typeof settingsOf>;

export type Edge = NonNullable<Settings['edge']>;

/** Leaves out a file's last line break and what else stands around a value; a secret that has signed something stays as it is. */
const trimmed = (name: string, value = '') => (name === 'SESSION_SECRET' ? value : value.trim());

function settingsOf(env: Environment) {
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    /** A replica for what only shows. */
    databaseReadUrl: env.DATABASE_READ_URL,
    shopMode: env.SHOP_MODE,
    /** Zone of every day and moment that customers and admins read, and in which admins type them. */
    timeZone: env.TIME_ZONE,
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin,
    /** Host names besides that of the public address for which a live shop answers. */
    allowedHosts: listOf(env.ALLOWED_HOSTS).map((host) => host.toLowerCase()),
    stripeSecretKey: env.STRIPE_SECRET_KEY,
    stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecrets: listOf(env.STRIPE_WEBHOOK_SECRET),
    stripeApiUrl: env.STRIPE_API_URL,
    smtpUrl: env.SMTP_URL,
    /** The sender of mails; the brand has its own where none is set. */
    mailFrom: env.MAIL_FROM,
    /** A server that suggests addresses. */
    addressUrl: env.ADDRESS_URL,
    /** Advertising is measured only with a pixel, and for visitors who agree. */
    metaPixelId: env.META_PIXEL_ID,
    /** With it the server tells of purchases too. */
    metaAccessToken: env.META_ACCESS_TOKEN,
    metaApiUrl: env.META_API_URL ?? 'https://graph.facebook.com/v24.0',
    buyNow: env.BUY_NOW,
    /** Where tax rates come from: the shop's table, or the payment provider's tax service with the table behind it. */
    tax: env.TAX,
    worker: env.WORKER,
    trustProxy: env.TRUST_PROXY,
    /** Proxies in front of the shop's own one, such as a CDN's edges, and the header in which they name the client. */
    trustedProxies: addressRanges(listOf(env.TRUSTED_PROXIES)) ?? new BlockList(),
    clientIpHeader: env.CLIENT_IP_HEADER?.toLowerCase() ?? null,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS,
    sessionSecret:
      env.SESSION_SECRET ??
      (env.DATABASE_URL === undefined
        ? storedSecret(env.DATA_DIR)
        : createHash('sha256').update(`session:${env.DATABASE_URL}`).digest('hex')),
    /** Shortest password that a customer may choose, in characters. */
    passwordMin: env.PASSWORD_MIN,
    /** Minutes without a request after which an admin's session ends. */
    adminIdleMinutes: env.ADMIN_IDLE_MINUTES,
    /** Who shows it may read /metrics from anywhere; without one only callers on this machine may. */
    metricsToken: env.METRICS_TOKEN,
    /** How long a stopping process still answers while /readyz already says no. */
    drainSeconds: env.DRAIN_SECONDS,
    /** Whether webhooks may go to addresses of the shop's own network. */
    webhooksInside: env.WEBHOOKS_INSIDE,
    /** The cache in front of the shop that is told to drop pages when they change. */
    edge: env.EDGE && { kind: env.EDGE, urls: listOf(env.EDGE_PURGE_URL), token: env.EDGE_PURGE_TOKEN ?? '' },
    production: env.NODE_ENV === 'production',
  };
}

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
  return settingsOf(env);
}
