import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { tokenHash } from '#platform/session/token.server.ts';

import { givenProduct } from '../../../tests/support/shop-visitor.ts';
import { testWithShop } from '../../../tests/support/shop-test.ts';
import { countOtherReservations } from './reservation.queries.server.ts';

const test = testWithShop({
  prepare: async (shop) => {
    await shop.ctx.db.execute(sql`
    insert into checkouts (cart_id, visitor_ip, order_number, expires_at, state)
    select gen_random_uuid(), '203.0.113.13', 'HR-' || number, now(), 'completed' from generate_series(1, 5000) number`);
    await shop.ctx.db.execute(sql`analyze`);
  },
});

test("counting a visitor's reservations reads no ended checkouts", async ({ shop }) => {
  const productId = await givenProduct(shop, { onHand: 100 });
  const visitor = { user: null, cartToken: 'a token', requestId: '', ip: '203.0.113.13' };
  const read = await shop.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
    const { rows } = await tx.execute<{ id: string }>(sql`
      with cart as (insert into carts (token_hash) values (${tokenHash('a token')}) returning id),
        line as (insert into shopping_carts (cart_id, product_id, quantity) select id, ${productId}, 1 from cart)
      insert into checkouts (cart_id, visitor_ip, order_number, expires_at) select id, '203.0.113.13', 'HR-OPEN', now() from cart
      returning id`);
    await countOtherReservations(tx, { checkoutId: rows[0]?.id ?? '', visitor });
    return tx.execute(sql`select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'checkouts'`);
  });
  expect(read.rows).toEqual([{ rows: 0 }]);
});
