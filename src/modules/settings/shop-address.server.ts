import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { isUnencrypted } from '#platform/env/environment.ts';
import { refuse, type Result } from '#shared/result.ts';

import { connectionHints, editConnection, readConnections } from './connections.server.ts';
import type { AddressRefusal } from './shop-address.schema.ts';

/** Returns the shop's address, and who has set it. */
export async function addressView({ db, settings }: Pick<Ctx, 'db' | 'settings'>) {
  const { unreadable } = await readConnections(db, settings);
  return {
    ...(await connectionHints(db)).address,
    address: settings.address ?? null,
    setByPublicUrl: settings.environment.address !== undefined,
    isUnreadable: unreadable.includes('address'),
  };
}

type EditResult = Result<null, AddressRefusal>;

/**
 * Makes the origin at which the admin page is open the shop's address. No other can be chosen,
 * because a live shop answers for its address only, and a wrong one would lock everyone out.
 */
export async function chooseAddress(
  ctx: Ctx,
  actor: Actor,
  { origin, version }: { origin: string; version: string },
): Promise<EditResult> {
  const { environment, shopMode } = ctx.settings;
  if (environment.address !== undefined) return refuse('set_by_server');
  const url = URL.parse(origin)?.origin ?? 'null';
  if (!/^https?:/.test(url)) return refuse('unknown_origin');
  if (shopMode === 'live' && isUnencrypted(url)) return refuse('not_encrypted');
  return editConnection(ctx, actor, { name: 'address', version, hint: url, value: { url } });
}

/** Removes the address, so that the shop answers at every one and another can be chosen there. */
export async function removeAddress(ctx: Ctx, actor: Actor, version: string): Promise<EditResult> {
  if (ctx.settings.environment.address !== undefined) return refuse('set_by_server');
  return editConnection(ctx, actor, { name: 'address', version, hint: '', value: null });
}
