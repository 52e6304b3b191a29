import { sql } from 'drizzle-orm';

import type { RunningPromotion } from './promotions.ts';

/**
 * SQL column: the running promotions in order. Read with the product, so that no extra query is
 * needed.
 */
export const runningPromotions = sql<RunningPromotion[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'options', p.options) order by p.position, p.created_at, p.id), '[]')
  from promotions p
  where p.enabled and coalesce(p.starts_at <= now(), true) and coalesce(p.ends_at > now(), true)
)`;
