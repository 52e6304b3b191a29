import { expect } from 'vitest';

import { fillTables, tablesOf } from '../../tests/support/sample-rows.ts';
import { test } from '../../tests/support/shop-test.ts';
import { shopJobs } from './job-registry.server.ts';

/** Tables that may retain a row for years, by reason. */
const retained: Record<string, readonly string[]> = {
  'the books: what was offered, sold, paid, sent and changed, and by whom': [
    'audit_entries',
    'balance_transactions',
    'checkout_snapshots',
    'checkouts',
    'conversions',
    'discount_codes',
    'discount_redemptions',
    'disputes',
    'mails',
    'order_documents',
    'order_events',
    'order_items',
    'order_packages',
    'order_returns',
    'orders',
    'phone_orders',
    'price_changes',
    'refunds',
    'reservations',
    'stock_moves',
  ],
  'the proof that somebody agreed': ['consents'],
  'goes with its account': [
    'credentials',
    'customer_figures',
    'notification_preferences',
    'profiles',
    'progress_photos',
    'routine_logs',
    'saved_addresses',
    'two_factors',
    'user_roles',
    'users',
  ],
  'goes with its order or person, and with an address that nobody has any more': ['team_notes', 'team_tags'],
  'goes with its review': ['helpful_votes', 'review_images', 'reviews'],
  'as much as the owner makes': [
    'api_keys',
    'balance_imports',
    'connections',
    'content_documents',
    'content_picture_files',
    'content_pictures',
    'content_versions',
    'document_series',
    'experiments',
    'product_image_files',
    'product_images',
    'products',
    'promotions',
    'shipping_options',
    'shop_settings',
    'tax_collection',
    'tax_rates',
    'unsold_countries',
    'webhook_endpoints',
  ],
  'sums: a row a day and page': ['visit_days'],
  'deleted at the next notification of an admin, of whom this shop has none': [
    'notification_summary_lines',
    'notified_things',
  ],
  'a single row': ['latest_backup', 'notification_runs'],
  'a row for each kind of job': ['job_runs'],
  'what background work refused, until it is done or dropped': ['refused_work'],
  'a row each part of retention': ['retention_runs'],
  'a row each day and key of the figures': ['sales_days'],
  'written to be rolled back': ['write_probes'],
  'the provider of a demo': ['sandbox_answers', 'sandbox_events', 'sandbox_intents', 'sandbox_objects'],
};

test('the scheduled jobs delete old rows from every table, except those listed with a reason', async ({ shop }) => {
  const client = await shop.database.pool.connect();
  const tables = await tablesOf(client);
  try {
    await fillTables(client, { tables, rowsOf: () => 3, at: "timestamptz '2010-01-01'" });
    // This column is nullable, but never null in practice.
    await client.query('update rate_limit_points set expire = 0');
  } finally {
    // A second try fills the tables again and fails. The pool would wait for this client to end.
    client.release();
  }
  const byClock = shopJobs.filter(
    ({ everySeconds, name }) => everySeconds !== undefined && /^(forget|fold)-/.test(name),
  );
  for (const job of byClock) await job.work(shop.ctx, {});
  const left: string[] = [];
  for (const { name } of tables) {
    const { rows } = await shop.database.pool.query(`select from "${name}" limit 1`);
    if (rows.length > 0) left.push(name);
  }
  expect(left.toSorted()).toEqual(Object.values(retained).flat().toSorted());
});
