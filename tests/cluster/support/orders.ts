import type pg from 'pg';

/** Orders that buyers were told of and that are not there. */
export async function lostOrders(pool: pg.Pool, told: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ number: string }>(
    `select told.number from unnest($1::text[]) as told (number)
      where not exists (select from orders where order_number = told.number)`,
    [told],
  );
  return rows.map(({ number }) => number);
}
