import { createHash } from 'node:crypto';
import { BlockList } from 'node:net';

import {
  addressRanges,
  commaList,
  environmentSchema,
  isLiveKeyInDemo,
  settingsRefusal,
  type Environment,
} from './environment.ts';
import { storedSecret } from './session-secret.server.ts';
import { StartUpError } from './start-up-error.ts';

export class SettingsError extends StartUpError {}

export type Settings = ReturnType<typeof settingsOf>;

export type Edge = NonNullable<Settings['edge']>;

/**
 * Trims a value, such as a file's last line break. A session secret is unchanged, because it may
 * have signed something.
 */
const trimmed = (name: string, value = '') => (name === 'SESSION_SECRET' ? value : value.trim());

/**
 * Connections to other services. The owner enters in the admin what the environment leaves open.
 */
const connectionsOf = (env: Environment) => ({
  /** Address that customers open; unset until the owner has chosen it. */
  address: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
  stripeSecretKey: env.STRIPE_SECRET_KEY,
  stripePublishableKey: env.STRIPE_PUBLISHABLE_KEY,
  stripeWebhookSecrets: commaList(env.STRIPE_WEBHOOK_SECRET),
  smtpUrl: env.SMTP_URL,
  /** Sender of emails; unset for the brand's own. */
  mailFrom: env.MAIL_FROM,
});

export type ConnectionSettings = ReturnType<typeof connectionsOf>;

/**
 * Puts stored connections in force. The environment has precedence, and a demo shop ignores a live
 * key. Everything reads them from this object at each use.
 */
export function applyConnections(settings: Settings, stored: Partial<ConnectionSettings>): void {
  const { environment } = settings;
  const isRefused = isLiveKeyInDemo(settings.shopMode, stored.stripeSecretKey);
  const usable = isRefused ? { ...stored, stripeSecretKey: undefined } : stored;
  const secrets = environment.stripeWebhookSecrets;
  settings.stripeSecretKey = environment.stripeSecretKey ?? usable.stripeSecretKey;
  settings.stripePublishableKey = environment.stripePublishableKey ?? usable.stripePublishableKey;
  settings.stripeWebhookSecrets = secrets.length > 0 ? secrets : (usable.stripeWebhookSecrets ?? []);
  settings.smtpUrl = environment.smtpUrl ?? usable.smtpUrl;
  settings.mailFrom = environment.mailFrom ?? usable.mailFrom;
  settings.address = environment.address ?? usable.address;
  settings.publicUrl = settings.address ?? localUrl(settings.port);
}

const localUrl = (port: number) => `http://localhost:${port}`;

function settingsOf(env: Environment) {
  const environment = connectionsOf(env);
  return {
    ...environment,
    /** Connections as the environment states them. */
    environment,
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    shopMode: env.SHOP_MODE,
    /** `on` if a new demo shop comes with sample orders. */
    sampleOrders: env.SAMPLE_ORDERS,
    /** Time zone of every date that customers and admins read, and that admins type. */
    timeZone: env.TIME_ZONE,
    /** Address in links: that of the shop, or of this machine before there is one. */
    publicUrl: environment.address ?? localUrl(env.PORT),
    /** Host names, besides that of the public address, for which a live shop answers. */
    allowedHosts: commaList(env.ALLOWED_HOSTS).map((host) => host.toLowerCase()),
    stripeApiUrl: env.STRIPE_API_URL,
    /** Server that suggests addresses. */
    addressUrl: env.ADDRESS_URL,
    /** Advertising is measured only with a pixel, and only for visitors who consent. */
    metaPixelId: env.META_PIXEL_ID,
    /** Token with which the server reports purchases too. */
    metaAccessToken: env.META_ACCESS_TOKEN,
    metaApiUrl: env.META_API_URL ?? 'https://graph.facebook.com/v24.0',
    buyNow: env.BUY_NOW,
    /**
     * Source of tax rates: the shop's table, or the payment provider's tax service with the table
     * as fallback. Undefined if the owner chooses it.
     */
    tax: env.TAX,
    worker: env.WORKER,
    trustProxy: env.TRUST_PROXY,
    /**
     * Proxies in front of the shop's own one, such as a CDN's edges, and the header in which they
     * name the client.
     */
    trustedProxies: addressRanges(commaList(env.TRUSTED_PROXIES)) ?? new BlockList(),
    clientIpHeader: env.CLIENT_IP_HEADER?.toLowerCase() ?? null,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS,
    sessionSecret:
      env.SESSION_SECRET ??
      (env.DATABASE_URL === undefined
        ? storedSecret(env.DATA_DIR)
        : createHash('sha256').update(`session:${env.DATABASE_URL}`).digest('hex')),
    /** Min length of a customer's password, in characters. */
    passwordMin: env.PASSWORD_MIN,
    /** Minutes without a request after which an admin's session ends. */
    adminIdleMinutes: env.ADMIN_IDLE_MINUTES,
    /**
     * Token that allows reading /metrics from anywhere. Without one, only this machine may read it.
     */
    metricsToken: env.METRICS_TOKEN,
    /** Seconds for which a stopping process still answers while /readyz already fails. */
    drainSeconds: env.DRAIN_SECONDS,
    /** True when webhooks may go to addresses of the shop's own network. */
    webhooksInside: env.WEBHOOKS_INSIDE,
    /** Edge cache that is told to purge pages when they change. */
    edge: env.EDGE && { kind: env.EDGE, urls: commaList(env.EDGE_PURGE_URL), token: env.EDGE_PURGE_TOKEN ?? '' },
    production: env.NODE_ENV === 'production',
  };
}

/**
 * Reads every setting of the process. Throws SettingsError with one sentence for the first invalid
 * one.
 */
export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const values = Object.entries(source).map(([name, value]) => [name, trimmed(name, value)]);
  const input: unknown = Object.fromEntries(values.filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SettingsError(`The setting ${String(issue?.path[0])} ${issue?.message ?? 'is not valid'}.`);
  }
  const env = parsed.data;
  const refusal = settingsRefusal(env);
  if (refusal !== null) throw new SettingsError(refusal);
  return settingsOf(env);
}
