import type { Actor } from '#modules/audit/audit-log.ts';
import { editSettings, settingsView } from '#modules/settings/shop-settings.server.ts';
import type { TaxSource } from '#modules/settings/shop-settings.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { refuse, type Result } from '#shared/result.ts';

import type { SourceRefusal } from './tax-rates.schema.ts';

type SourceView = { source: TaxSource; isSetByServer: boolean; version: string };

/** Returns the source of tax rates in force, with the version token that a change must send. */
export async function taxSourceView({ db, settings }: Pick<Ctx, 'db' | 'settings'>): Promise<SourceView> {
  const { taxSource, versions } = await settingsView(db);
  const isSetByServer = settings.tax !== undefined;
  return { source: settings.tax ?? taxSource.source, isSetByServer, version: versions.taxSource };
}

type Choice = { source: TaxSource; version: string };

/**
 * Stores the owner's source of tax rates. Every process then uses it, and checkouts follow from
 * their next change. Refuses `set_by_server` and `changed_meanwhile`.
 */
export async function chooseTaxSource(
  ctx: Ctx,
  actor: Actor,
  { source, version }: Choice,
): Promise<Result<null, SourceRefusal>> {
  if (ctx.settings.tax !== undefined) return refuse('set_by_server');
  return editSettings(ctx, actor, { key: 'taxSource', version, value: { source } });
}
