import { sql } from 'drizzle-orm';

import type { TestShop } from './shop.ts';

/**
 * Returns the shop's tables that contain a text. Excludes the sandbox, because the provider keeps
 * payments by its own rules.
 */
export async function tablesWith(shop: TestShop, text: string): Promise<string[]> {
  const { rows } = await shop.ctx.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name not like 'sandbox%' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const table = sql.identifier(name);
    const hits = await shop.ctx.db.execute(sql`select 1 from ${table} t where t::text ilike ${`%${text}%`} limit 1`);
    if (hits.rows.length > 0) found.push(name);
  }
  return found;
}
