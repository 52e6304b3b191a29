import { sql } from 'drizzle-orm';

import type { RunningPromotion } from './promotions.ts';

/** The running promotions in their order, read in the same statement as a product: no call asks the database once more for them. */
export const runningPromotions = sql<RunningPromotion[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'options', p.options) order by p.position, p.created_at, p.id), '[]')
  from promotions p
  where p.enabled and coalesce(p.starts_at <= now(), true) and coalesce(p.ends_at > now(), true)
)`;
