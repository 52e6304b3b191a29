import type { Actor } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { ok, type Result } from '#shared/result.ts';

import { editSettings, settingsView, shopSettings } from './shop-settings.server.ts';

/** True while the owner of a live shop still sets it up. */
export async function isLaunching({ db, settings }: Pick<Ctx, 'db' | 'settings'>): Promise<boolean> {
  return settings.shopMode === 'live' && (await shopSettings(db)).launch.finishedAt === null;
}

/** Ends the set-up. Repeating it changes nothing. Refuses `changed_meanwhile`. */
export async function finishLaunch(ctx: Ctx, actor: Actor): Promise<Result<null, 'changed_meanwhile'>> {
  const { launch, versions } = await settingsView(ctx.db);
  if (launch.finishedAt !== null) return ok(null);
  return editSettings(ctx, actor, { key: 'launch', version: versions.launch, value: { finishedAt: ctx.now() } });
}
