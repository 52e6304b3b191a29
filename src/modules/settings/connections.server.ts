import { z } from 'zod';

import { recordChange, versionToken } from '#modules/audit/audit-log.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { applyConnections, type ConnectionSettings, type Settings } from '#platform/env/settings.server.ts';
import { seal, unseal } from '#platform/session/seal.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import {
  announceConnections,
  deleteConnection,
  listConnections,
  lockConnection,
  upsertConnection,
  type StoredConnection,
} from './connections.queries.server.ts';
import type { ConnectionName, ConnectionValues } from './connections.ts';

const purpose = 'connection';

const text = z.string().min(1);

const schemas = {
  payments: z.object({
    secretKey: text,
    publishableKey: text,
    webhook: z.object({ id: text, secret: text, url: text }).nullable(),
  }),
  email: z.object({ url: text.nullable(), from: text.nullable() }),
  address: z.object({ url: text }),
};

/** Stored connections in clear text, and the names of those sealed with another secret. */
export type Connections = { values: Partial<ConnectionValues>; unreadable: ConnectionName[] };

/** Returns a stored value, or null if it was sealed with another SESSION_SECRET. */
function unsealed({ sealed }: StoredConnection, secret: string): unknown {
  try {
    const value: unknown = JSON.parse(unseal(secret, purpose, sealed));
    return value;
  } catch {
    return null;
  }
}

function opened(rows: readonly StoredConnection[], secret: string): Connections {
  const found: Connections = { values: {}, unreadable: [] };
  for (const row of rows) {
    const parsed = schemas[row.name].safeParse(unsealed(row, secret));
    if (parsed.success) Object.assign(found.values, { [row.name]: parsed.data });
    else found.unreadable.push(row.name);
  }
  return found;
}

/** Returns the stored connections. One that another SESSION_SECRET sealed is named instead. */
export async function readConnections(db: Db, { sessionSecret }: Pick<Settings, 'sessionSecret'>) {
  return opened(await listConnections(db), sessionSecret);
}

function toSettings({ payments, email, address }: Partial<ConnectionValues>): Partial<ConnectionSettings> {
  return {
    stripeSecretKey: payments?.secretKey,
    stripePublishableKey: payments?.publishableKey,
    stripeWebhookSecrets: payments?.webhook ? [payments.webhook.secret] : [],
    smtpUrl: email?.url ?? undefined,
    mailFrom: email?.from ?? undefined,
    address: address?.url,
  };
}

/** Puts the stored connections in force in this process. Returns the ones that it cannot read. */
export async function loadConnections({ db, settings }: Pick<Ctx, 'db' | 'settings'>): Promise<ConnectionName[]> {
  const { values, unreadable } = await readConnections(db, settings);
  applyConnections(settings, toSettings(values));
  return unreadable;
}

/** Sentence for connections that another SESSION_SECRET sealed, such as after a restore. */
export const unreadableSentence =
  'The connections under Settings > Connections were stored with another SESSION_SECRET and can’t be read. Start the shop with that secret, or enter them again.';

const versionOf = (row: StoredConnection | undefined) =>
  versionToken({ hint: row?.hint ?? null, updatedAt: row?.updatedAt.toISOString() ?? null });

/** Returns what pages may show of a stored connection, and the version that an edit sends back. */
export async function connectionHints(db: Db) {
  const rows = await listConnections(db);
  const hintOf = (name: ConnectionName) => {
    const row = rows.find((one) => one.name === name);
    return { hint: row?.hint ?? null, version: versionOf(row) };
  };
  return { payments: hintOf('payments'), email: hintOf('email'), address: hintOf('address') };
}

type EditResult = Result<null, 'changed_meanwhile'>;

type ConnectionEdit = {
  [N in ConnectionName]: { name: N; version: string; hint: string; value: ConnectionValues[N] | null };
}[ConnectionName];

/**
 * Stores a connection, or removes it if `value` is null, and puts it in force.
 * The audit log has its hint only. Refuses `changed_meanwhile`.
 */
export async function editConnection(ctx: Ctx, actor: Actor, edit: ConnectionEdit): Promise<EditResult> {
  const { name, version, hint, value } = edit;
  const result = await inResultTransaction<EditResult>(ctx.db, async (tx) => {
    await lockConnection(tx, name);
    const row = (await listConnections(tx)).find((one) => one.name === name);
    if (versionOf(row) !== version) return refuse('changed_meanwhile');
    const sealed = value === null ? null : seal(ctx.settings.sessionSecret, purpose, JSON.stringify(value));
    if (sealed === null) await deleteConnection(tx, name);
    else await upsertConnection(tx, { name, sealed, hint, updatedAt: ctx.now() });
    await announceConnections(tx);
    const before = row === undefined ? null : { hint: row.hint };
    const after = sealed === null ? null : { hint };
    await recordChange(tx, actor, { action: 'connection.edit', subject: `connection:${name}`, before, after });
    return ok(null);
  });
  if (result.ok) await loadConnections(ctx);
  return result;
}
