import { z } from 'zod';

import { promises, site } from '#content/site.ts';
import type { Actor } from '#modules/audit/rules.ts';
import { recordChange } from '#modules/audit/service.server.ts';
import { differenceOf, stampOf } from '#modules/audit/stamp.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import * as repo from './repo.server.ts';
import { bannerText, type ShopSettings } from './rules.ts';

const date = z.iso.datetime().transform((text) => new Date(text));

const storedPolicy = z
  .object({
    guaranteeDays: z.number(),
    returnDays: z.number(),
    refundProcessingDays: z.number(),
    refundVisibleDays: z.string(),
    supportHours: z.string(),
  })
  .partial();
const storedBanner = z
  .object({ text: z.string(), neutralText: z.string(), startsAt: date.nullable(), endsAt: date.nullable() })
  .partial();

/** What is given, without what is not. */
function given<T extends object>(value: T | undefined): T {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, one]) => one !== undefined)) as T;
}

const defaults: ShopSettings = {
  policy: {
    guaranteeDays: site.guaranteeDays,
    returnDays: promises.longestReturnDays,
    refundProcessingDays: promises.refundProcessingDays,
    refundVisibleDays: promises.refundVisibleDays,
    supportHours: site.supportHours,
  },
  banner: { text: site.banner, neutralText: site.neutralBanner, startsAt: null, endsAt: null },
};

/** What the shop decided for itself; where it decided nothing, the brand's own words and numbers. */
export async function shopSettings(db: Db): Promise<ShopSettings> {
  const values = await repo.listValues(db);
  const policy = storedPolicy.safeParse(values.get('policy') ?? {}).data;
  const banner = storedBanner.safeParse(values.get('banner') ?? {}).data;
  return {
    policy: { ...defaults.policy, ...given(policy) },
    banner: { ...defaults.banner, ...given(banner) },
  };
}

/** What every page shows of the settings; when they cannot be read, the brand's own: the page matters more. */
export async function shownSettings({ db, log, now, settings }: Ctx, pageAgeMs: number) {
  const read = shopSettings(db).catch((error: unknown) => {
    log.error({ err: error }, 'settings could not be read');
    return defaults;
  });
  const { policy, banner } = await read;
  const text = bannerText(banner, { now: now(), shopMode: settings.shopMode, pageAgeMs });
  return { banner: text, supportHours: policy.supportHours };
}

/** The settings with the marks that an edit of each part must bring. */
export async function settingsDesk(db: Db) {
  const settings = await shopSettings(db);
  return { ...settings, stamps: { policy: stampOf(settings.policy), banner: stampOf(settings.banner) } };
}

type Edited = Result<null, 'changed_meanwhile'>;

/** Stores a part of the settings; every process drops the pages that it keeps. Refuses `changed_meanwhile`. */
export function editSettings<K extends repo.Key>(
  ctx: Ctx,
  actor: Actor,
  { key, stamp, value }: { key: K; stamp: string; value: ShopSettings[K] },
): Promise<Edited> {
  return decide<Edited>(ctx.db, async (tx) => {
    await repo.takeKey(tx, key);
    const before = (await shopSettings(tx))[key];
    if (stampOf(before) !== stamp) return refuse('changed_meanwhile');
    const after = { ...before, ...value };
    if (stampOf(after) === stamp) return ok(null);
    await repo.upsertValue(tx, key, after, ctx.now());
    await recordChange(tx, actor, {
      action: 'settings.edit',
      subject: `settings:${key}`,
      ...differenceOf(before, after),
    });
    return ok(null);
  });
}
