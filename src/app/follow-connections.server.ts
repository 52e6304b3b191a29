import { connectionsChanged } from '#modules/settings/connections.queries.server.ts';
import { loadConnections, unreadableSentence } from '#modules/settings/connections.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Database } from '#platform/db/database.server.ts';

/** Pause before a failed read is repeated, in ms. */
const retryMs = 1_000;

type Followed = {
  database: Pick<Database, 'listen' | 'isAway'>;
  ctx: Pick<Ctx, 'db' | 'settings' | 'log'>;
  /** Called after a connection changed in this process. */
  onChange(): void;
};

/**
 * Puts stored connections in force now and after every change, whichever process made it. Returns a
 * function that stops it.
 */
export async function followConnections({ database, ctx, onChange }: Followed): Promise<() => Promise<void>> {
  let unreadable = '';
  let known = inForce(ctx);
  const load = async () => {
    const names = (await loadConnections(ctx)).join();
    if (names !== '' && names !== unreadable) ctx.log.error({ connections: names }, unreadableSentence);
    unreadable = names;
    // Compared with the last load, because a change that this process made is in force already.
    if (inForce(ctx) === known) return;
    known = inForce(ctx);
    onChange();
  };
  // One read after the other, so that an older one cannot replace a newer one.
  let last = load();
  await last;
  let retry: NodeJS.Timeout | undefined;
  const reload = () => {
    clearTimeout(retry);
    if (database.isAway()) return;
    last = last.then(load).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'connections could not be read');
      retry = setTimeout(reload, retryMs).unref();
    });
  };
  // Also calls back after a lost connection, during which a notification may have been missed.
  const stopListening = await database.listen(connectionsChanged, reload);
  return async () => {
    await stopListening();
    await last;
    clearTimeout(retry);
  };
}

/** Everything that a connection sets, as one text that is compared and never shown. */
const inForce = ({ settings }: Pick<Ctx, 'settings'>) =>
  JSON.stringify([
    settings.stripeSecretKey,
    settings.stripePublishableKey,
    settings.stripeWebhookSecrets,
    settings.smtpUrl,
    settings.mailFrom,
    settings.address,
  ]);
