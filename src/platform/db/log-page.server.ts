import { asc, desc, gt, lt } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { Cursor } from '#shared/paging.ts';

/**
 * Returns the parts of a query for a page of a log that is sorted by its number: the condition, the
 * sort order, and a function that restores newest first.
 */
export function logPage(id: PgColumn, cursor: Cursor<number>) {
  const isNewer = cursor?.towards === 'newer';
  return {
    beyond: cursor === null ? undefined : (isNewer ? gt : lt)(id, cursor.from),
    order: isNewer ? asc(id) : desc(id),
    newestFirst: <Row>(rows: Row[]) => (isNewer ? rows.toReversed() : rows),
  };
}
