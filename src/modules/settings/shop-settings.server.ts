import { z } from 'zod';

import { banner } from '#content/site.ts';
import { recordEdit, versionToken } from '#modules/audit/audit-log.server.ts';
import type { Actor, AuditFields } from '#modules/audit/audit-log.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import type { Result } from '#shared/result.ts';

import { listSettings, lockSetting, upsertSetting } from './shop-settings.queries.server.ts';
import { bannerText, sellerLines, taxSources, type ShopSettings } from './shop-settings.ts';

const date = z.iso.datetime().transform((text) => new Date(text));

const text = z.string().default('');

/** Stored settings. Missing or unreadable values fall back to the brand's own. */
const storedSettings = z.object({
  banner: z
    .object({
      text: z.string().default(banner.text),
      neutralText: z.string().default(banner.neutralText),
      startsAt: date.nullable().default(null),
      endsAt: date.nullable().default(null),
    })
    .catch(() => defaults().banner),
  seller: z.object({ legalName: text, address: text, taxNumbers: text }).catch(() => defaults().seller),
  taxSource: z.object({ source: z.enum(taxSources).default('table') }).catch(() => defaults().taxSource),
  launch: z.object({ finishedAt: date.nullable().default(null) }).catch(() => defaults().launch),
});

const unset = { banner: {}, seller: {}, taxSource: {}, launch: {} };

const defaults = (): ShopSettings => storedSettings.parse(unset);

/** Returns the shop's settings, with the brand's own content for values that are not set. */
export async function shopSettings(db: Db): Promise<ShopSettings> {
  return storedSettings.parse({ ...unset, ...(await listSettings(db)) });
}

/**
 * Returns the settings for a page. Falls back to the brand's own on a read error, because the page
 * matters more.
 */
function shownSettings({ db, log }: Ctx, read = () => shopSettings(db)): Promise<ShopSettings> {
  return read().catch((error: unknown) => {
    log.error({ err: error }, 'settings could not be read');
    return defaults();
  });
}

type BannerQuery = Pick<Parameters<typeof bannerText>[1], 'pageAgeMs' | 'freeShipping'>;

/** Returns the banner of every page. `read` may return cached settings. */
export async function shownBanner(ctx: Ctx, query: BannerQuery, read?: () => Promise<ShopSettings>): Promise<string> {
  const { banner } = await shownSettings(ctx, read);
  return bannerText(banner, { now: ctx.now(), shopMode: ctx.settings.shopMode, ...query });
}

/**
 * Returns the seller's details by line. Empty until the owner sets them. `read` may return cached
 * settings.
 */
export async function shownSeller(ctx: Ctx, read?: () => Promise<ShopSettings>): Promise<string[]> {
  return sellerLines((await shownSettings(ctx, read)).seller);
}

/** Returns the settings with a version token per part, which an edit must send back. */
export async function settingsView(db: Db) {
  const settings = await shopSettings(db);
  const { banner, seller, taxSource, launch } = settings;
  const versions = {
    banner: versionToken(banner),
    seller: versionToken(seller),
    taxSource: versionToken(taxSource),
    launch: versionToken(launch),
  };
  return { ...settings, versions };
}

type EditResult = Result<null, 'changed_meanwhile'>;

/**
 * Stores a part of the settings. Every process then drops its cached pages. Refuses
 * `changed_meanwhile`.
 */
export function editSettings<K extends keyof ShopSettings>(
  ctx: Ctx,
  actor: Actor,
  { key, version, value }: { key: K; version: string; value: ShopSettings[K] },
): Promise<EditResult> {
  return inResultTransaction<EditResult>(ctx.db, async (tx) => {
    await lockSetting(tx, key);
    const before = (await shopSettings(tx))[key];
    const after: AuditFields = { ...before, ...value };
    const store = () => upsertSetting(tx, key, { value: after, updatedAt: ctx.now() });
    const subject = `settings:${key}`;
    return recordEdit(tx, actor, { action: 'settings.edit', subject, before, after, version, store });
  });
}
