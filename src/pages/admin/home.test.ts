import { expect } from 'vitest';

import { sureField } from '#ui/form-response.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader } from './home.tsx';
import { action } from './launch.tsx';

const liveSettings = {
  SHOP_MODE: 'live',
  DATABASE_URL: 'postgres://127.0.0.1/unused',
  RATE_LIMITS: 'on',
  SMTP_URL: 'smtp://127.0.0.1:9',
};
const test = testWithShop({ settings: liveSettings });

const homeOf = (shop: TestShop) => loader(pageCall(shop, '/admin', signedIn()));
const finish = (shop: TestShop, answer: Record<string, string> = {}) =>
  sendForm(shop, { action, path: '/admin/launch' }, { form: 'finish', ...answer });

test('home of a live shop is the open items of the checklist, without missed backups, until the setup is finished', async ({
  shop,
}) => {
  const before = await homeOf(shop);
  const ids = before?.checklist?.open.flatMap(({ items }) => items.map(({ id }) => id));
  expect(ids).toEqual(expect.arrayContaining(['keys', 'product', 'stock', 'shipping', 'test_order', 'seller']));
  expect(before?.checklist?.open.flatMap(({ items }) => items.filter(({ state }) => state === 'done'))).toEqual([]);
  expect(before?.items.map(({ many }) => many)).not.toContain('backups missed');

  await finish(shop, { [sureField]: '' });
  expect((await homeOf(shop))?.checklist).not.toBeNull();
  await finish(shop);
  await finish(shop);
  const after = await homeOf(shop);
  expect(after?.checklist).toBeNull();
  expect(after?.items.map(({ many }) => many)).toContain('backups missed');
  expect(await changesOf(shop.ctx.db, { subject: 'settings:launch' })).toHaveLength(1);
});
