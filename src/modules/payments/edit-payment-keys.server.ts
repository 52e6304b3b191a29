import type { Actor } from '#modules/audit/audit-log.ts';
import { connectionHints, editConnection, readConnections } from '#modules/settings/connections.server.ts';
import { lastFour, type ConnectionValues } from '#modules/settings/connections.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { environmentSchema, isLiveKeyInDemo } from '#platform/env/environment.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { checkKeys, kindOfKey, providerVerdict, refusedKeySentence } from './check-keys.server.ts';
import { paymentKeyRefusals, type PaymentKeyRefusal } from './payment-keys.schema.ts';
import { providerFailure } from './provider-errors.server.ts';
import { isReachable, registerWebhook, removeWebhook, webhookUrl } from './webhook-endpoint.server.ts';

type Values = ConnectionValues['payments'];
type Typed = { secretKey: string; publishableKey: string; version: string };
type Refused = { ok: false; reason: PaymentKeyRefusal; issues?: Record<string, string> };

/** Actor of a webhook that the shop replaces by itself. */
const theShop: Actor = { id: null, email: 'the shop', requestId: 'register-webhook' };

const hintOf = ({ secretKey }: Values) => lastFour(secretKey);

/** Returns what the page shows of the payment keys: never more than their last four characters. */
export async function paymentKeysView({ db, settings }: Pick<Ctx, 'db' | 'settings'>) {
  const { environment, stripeSecretKey, stripePublishableKey, stripeWebhookSecrets } = settings;
  const { values, unreadable } = await readConnections(db, settings);
  return {
    ...(await connectionHints(db)).payments,
    isUnreadable: unreadable.includes('payments'),
    setBySecretKey: environment.stripeSecretKey !== undefined,
    setByPublishableKey: environment.stripePublishableKey !== undefined,
    setByWebhookSecret: environment.stripeWebhookSecrets.length > 0,
    secretKeyEnd: stripeSecretKey === undefined ? null : lastFour(stripeSecretKey),
    publishableKeyEnd: stripePublishableKey === undefined ? null : lastFour(stripePublishableKey),
    webhookUrl: values.payments?.webhook?.url ?? null,
    hasWebhookSecret: stripeWebhookSecrets.length > 0,
    isReachable: isReachable(settings),
    isStored: values.payments !== undefined,
  };
}

const isKey = (name: 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY', key: string) =>
  environmentSchema.shape[name].safeParse(key === '' ? undefined : key).success && key !== '';

function formRefusal(ctx: Ctx, { secretKey, publishableKey }: Omit<Typed, 'version'>): PaymentKeyRefusal | null {
  if (ctx.settings.environment.stripeSecretKey !== undefined) return 'set_by_server';
  if (!isKey('STRIPE_SECRET_KEY', secretKey)) return 'no_secret_key';
  if (!isKey('STRIPE_PUBLISHABLE_KEY', publishableKey)) return 'no_publishable_key';
  if (isLiveKeyInDemo(ctx.settings.shopMode, secretKey)) return 'live_key_in_demo';
  return kindOfKey(secretKey) === kindOfKey(publishableKey) ? null : 'keys_differ';
}

/** Settings with other keys, for calls before these are in force. */
const keysFor = ({ settings }: Ctx, stripeSecretKey: string) => ({
  stripeSecretKey,
  stripeApiUrl: settings.stripeApiUrl,
});

/** Asks the provider about a key. Null if it accepts it. */
async function providerRefusal(ctx: Ctx, secretKey: string): Promise<Refused | null> {
  const { state } = await providerVerdict(keysFor(ctx, secretKey));
  if (state === 'ok') return null;
  if (state === 'warning') return refuse('provider_unavailable');
  return { ...refuse('key_refused'), issues: { 'secret-key': refusedKeySentence(secretKey) } };
}

/** Returns the webhook of a key: the stored one if it still fits, else a new one. */
async function webhookFor(
  ctx: Ctx,
  secretKey: string,
  known: Values | undefined,
): Promise<Result<Values['webhook'], PaymentKeyRefusal>> {
  const { settings } = ctx;
  if (settings.environment.stripeWebhookSecrets.length > 0 || !isReachable(settings)) return ok(null);
  const url = webhookUrl(settings);
  if (known?.webhook?.url === url && known.secretKey === secretKey) return ok(known.webhook);
  try {
    return ok(await registerWebhook(keysFor(ctx, secretKey), url));
  } catch (error) {
    return refuse(providerFailure(error) === 'refused' ? 'webhook_refused' : 'provider_unavailable');
  }
}

/** Removes a webhook that is no longer used. A failure leaves it at the provider and is logged. */
async function dropWebhook(ctx: Ctx, { secretKey, webhook }: Values): Promise<void> {
  if (webhook === null) return;
  try {
    await removeWebhook(keysFor(ctx, secretKey), webhook.id);
  } catch (error) {
    providerFailure(error);
    ctx.log.warn({ webhook: webhook.id }, 'an old webhook could not be removed at the payment provider');
  }
}

type Replacement = { known: Values | undefined; value: Values; version: string };

/** Stores keys, then removes the webhook that is not used: the former one, or the new one. */
async function replaceKeys(ctx: Ctx, actor: Actor, { known, value, version }: Replacement) {
  const stored = await editConnection(ctx, actor, { name: 'payments', version, hint: hintOf(value), value });
  if (known?.webhook?.id === value.webhook?.id) return stored;
  const unused = stored.ok ? known : value;
  if (unused !== undefined) await dropWebhook(ctx, unused);
  return stored;
}

/**
 * Stores payment keys that the provider accepts, and registers the webhook there. An empty secret
 * key keeps the stored one. In force in every process within seconds.
 */
export async function editPaymentKeys(ctx: Ctx, actor: Actor, typed: Typed): Promise<Result<null, never> | Refused> {
  const { values } = await readConnections(ctx.db, ctx.settings);
  const known = values.payments;
  const secretKey = typed.secretKey === '' ? (known?.secretKey ?? '') : typed.secretKey;
  const publishableKey = typed.publishableKey === '' ? (known?.publishableKey ?? '') : typed.publishableKey;
  const reason = formRefusal(ctx, { secretKey, publishableKey });
  if (reason !== null) return refuse(reason);
  const refused = await providerRefusal(ctx, secretKey);
  if (refused !== null) return refused;
  const webhook = await webhookFor(ctx, secretKey, known);
  if (!webhook.ok) return webhook;
  const value = { secretKey, publishableKey, webhook: webhook.value };
  return replaceKeys(ctx, actor, { known, value, version: typed.version });
}

/** Registers the webhook again after the shop's address has changed. Throws if it fails. */
export async function refreshWebhook(ctx: Ctx): Promise<void> {
  if (ctx.settings.environment.stripeSecretKey !== undefined) return;
  const { version } = (await connectionHints(ctx.db)).payments;
  const { values } = await readConnections(ctx.db, ctx.settings);
  const known = values.payments;
  if (known === undefined || isLiveKeyInDemo(ctx.settings.shopMode, known.secretKey)) return;
  const webhook = await webhookFor(ctx, known.secretKey, known);
  if (!webhook.ok) throw new Error(paymentKeyRefusals[webhook.reason]);
  if (webhook.value === known.webhook) return;
  await replaceKeys(ctx, theShop, { known, value: { ...known, webhook: webhook.value }, version });
}

/** Removes the stored payment keys, and the webhook at the provider. */
export async function removePaymentKeys(
  ctx: Ctx,
  actor: Actor,
  version: string,
): Promise<Result<null, 'changed_meanwhile'>> {
  const { values } = await readConnections(ctx.db, ctx.settings);
  const removed = await editConnection(ctx, actor, { name: 'payments', version, hint: '', value: null });
  if (removed.ok && values.payments !== undefined) await dropWebhook(ctx, values.payments);
  return removed;
}

/** Checks the keys that are in force, wherever they come from. */
export const checkKeysInForce = ({ settings }: Pick<Ctx, 'settings'>) => checkKeys(settings);
