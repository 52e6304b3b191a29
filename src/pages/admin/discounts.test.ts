import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { firstActiveProduct } from '#modules/catalog/products.queries.server.ts';
import { discountCodes } from '#modules/discounts/tables.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import {
  fillCart,
  givenCode,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
} from '../../../tests/support/shop-visitor.ts';
import { formOf, pageCall, signedIn, type PageResponse } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { action as codeAction, loader as codeLoader } from './discount.tsx';
import { action as promotionAction } from './discount-promotion.tsx';
import { loader } from './discounts.tsx';

const test = testWithShop({ prepare: givenShipping }).extend('wandId', { scope: 'file', auto: true }, ({ shop }) =>
  givenProduct(shop, { onHand: 50 }),
);

const path = '/admin/discounts/new';
const typed = { form: 'code', code: 'SPRING', name: 'Spring', type: 'percent', value: '10', isActive: 'on' };

async function codeCall(shop: TestShop, id: string, fields: Record<string, string>, user = signedIn()) {
  const call = { ...pageCall(shop, `/admin/discounts/${id}`, user, formOf(fields)), params: { id } };
  return (await codeAction(call)) as Response | { data: PageResponse['answer']; init: ResponseInit };
}

const idOf = async (shop: TestShop, code: string) => {
  const [row] = await shop.ctx.db.select().from(discountCodes).where(eq(discountCodes.code, code));
  return row?.id ?? '';
};

async function versionOf(shop: TestShop, id: string): Promise<string> {
  const found = await codeLoader({ ...pageCall(shop, path, signedIn()), params: { id } });
  return found.view?.version ?? '';
}

test('a new code is stored, logged, and takes 10 % off at the checkout', async ({ shop, wandId }) => {
  const answer = await codeCall(shop, 'new', typed);
  expect(answer).toBeInstanceOf(Response);
  const visitor = newVisitor(shop);
  await fillCart(visitor, wandId);
  const { amount } = await openCheckout(visitor);
  const { body } = await visitor.send('POST', '/validate-discount', { code: 'spring' });
  expect([amount, body.discountAmount]).toEqual([5_900, 5.9]);
  const [entry] = await changesOf(shop.ctx.db, { subject: 'discount:SPRING' });
  expect(entry).toMatchObject({ action: 'discount.create', after: { code: 'SPRING', value: 1_000 } });
});

test('a taken code is refused at its field and keeps the typed values', async ({ shop }) => {
  await givenCode(shop, { code: 'TAKEN' });
  const answer = await codeCall(shop, 'new', { ...typed, code: 'taken' });
  expect(answer).toMatchObject({
    init: { status: 422 },
    data: { issues: { code: expect.stringMatching(/already exists/) }, values: { name: 'Spring' } },
  });
});

test("a code's limit cannot go below its uses, and an inactive code does not apply", async ({ shop }) => {
  await givenCode(shop, { code: 'USED3', used: 3, maxUses: 10 });
  const id = await idOf(shop, 'USED3');
  const edit = { ...typed, code: 'USED3', version: await versionOf(shop, id) };
  expect(await codeCall(shop, id, { ...edit, maxUses: '2' })).toMatchObject({
    data: { issues: { maxUses: expect.anything() } },
  });
  expect(await codeCall(shop, id, { ...edit, maxUses: '3', isActive: '' })).toMatchObject({ data: { ok: true } });
  const { body } = await newVisitor(shop).send('POST', '/validate-discount', { code: 'USED3', subtotal: 59 });
  expect(body).toMatchObject({ valid: false });
});

test('the second of two concurrent edits of a code gets a conflict', async ({ shop }) => {
  await givenCode(shop, { code: 'TWICE' });
  const id = await idOf(shop, 'TWICE');
  const version = await versionOf(shop, id);
  expect(await codeCall(shop, id, { ...typed, code: 'TWICE', version })).toMatchObject({ data: { ok: true } });
  const second = await codeCall(shop, id, { ...typed, code: 'TWICE', name: 'Other', version });
  expect(second).toMatchObject({ init: { status: 409 }, data: { conflict: true } });
});

test('renaming a code to a taken one is refused at its field', async ({ shop }) => {
  await givenCode(shop, { code: 'RENAMED' });
  const id = await idOf(shop, 'RENAMED');
  expect(await codeCall(shop, id, { ...typed, code: 'taken', version: await versionOf(shop, id) })).toMatchObject({
    init: { status: 422 },
    data: { issues: { code: 'This code already exists.' } },
  });
});

async function promotionCall(shop: TestShop, id: string, fields: Record<string, string>, query = '') {
  const call = pageCall(shop, `/admin/discounts/promotions/${id}${query}`, signedIn(), formOf(fields));
  return promotionAction({ ...call, params: { id } });
}

const promotionsNow = async (shop: TestShop) =>
  (await loader(pageCall(shop, '/admin/discounts', signedIn()))).promotions;
const threeForTwo = { form: 'promotion', buy: '2', free: '1', position: '1' };

test('an inactive promotion gives no free third unit and is not shown, an active one does and is', async ({
  shop,
  wandId,
  visitor,
}) => {
  await fillCart(visitor, wandId, 3);
  const amounts: number[] = [];
  const choices: Record<string, string>[] = [{}, { enabled: 'on' }];
  for (const fields of choices) {
    const { id = '', version = '' } = (await promotionsNow(shop))[0] ?? {};
    const said = await promotionCall(shop, id, { ...threeForTwo, ...fields, version });
    expect(said).toMatchObject({ data: { ok: true } });
    const product = await firstActiveProduct(shop.ctx.db);
    expect(product?.promotions.length).toBe('enabled' in fields ? 1 : 0);
    const { body } = await visitor.send('POST', '/validate-discount', { code: 'SPRING' });
    amounts.push(Number(body.discountAmount));
  }
  expect(amounts).toEqual([17.7, 11.8]);
});

test('the second of two concurrent edits of a promotion gets a conflict, and so does a stale deletion', async ({
  shop,
}) => {
  const [promotion] = await promotionsNow(shop);
  const { id = '', version = '' } = promotion ?? {};
  const edit = { ...threeForTwo, enabled: 'on', version };
  expect(await promotionCall(shop, id, { ...edit, buy: '4' })).toMatchObject({ data: { ok: true } });
  expect(await promotionCall(shop, id, { ...edit, buy: '5' })).toMatchObject({
    init: { status: 409 },
    data: { conflict: true },
  });
  expect(await promotionCall(shop, id, { form: 'delete', sure: 'on', version })).toMatchObject({
    data: { conflict: true },
  });
  const [entry] = await changesOf(shop.ctx.db, { subject: `promotion:${id}` });
  const options = { buy: 2, free: 1 };
  expect(entry).toMatchObject({ action: 'promotion.edit', before: { options }, after: { options: { buy: 4 } } });
  const [now] = await promotionsNow(shop);
  expect(await promotionCall(shop, id, { ...edit, version: now?.version ?? '' })).toMatchObject({ data: { ok: true } });
});

test('a free shipping promotion is created with amount and methods, rejects invalid input and can be deleted', async ({
  shop,
}) => {
  const method = await givenShipping(shop, 1_500);
  const fields = { form: 'promotion', minGoodsCents: '150', what: 'Express', methods: method, position: '2' };
  const kind = '?kind=free_shipping_over';
  expect(await promotionCall(shop, 'new', { ...fields, minGoodsCents: '0', methods: '' }, kind)).toMatchObject({
    data: { issues: { minGoodsCents: expect.stringMatching(/above 0/), methods: expect.anything() } },
  });
  const backwards = { ...fields, endsAt: '2020-01-01T00:00', startsAt: '2020-01-02T00:00' };
  expect(await promotionCall(shop, 'new', backwards, kind)).toMatchObject({
    data: { issues: { endsAt: expect.stringMatching(/after the start/) } },
  });
  expect(await promotionCall(shop, 'new', fields, kind)).toBeInstanceOf(Response);
  const created = (await promotionsNow(shop)).find((one) => one.kind === 'free_shipping_over');
  const { id = '', version = '', options, state } = created ?? {};
  expect([options, state]).toEqual([{ minGoodsCents: 15_000, what: 'Express', methods: [method] }, 'off']);
  expect(await promotionCall(shop, id, { form: 'delete', sure: 'on', version })).toBeInstanceOf(Response);
  expect((await promotionsNow(shop)).map((one) => one.kind)).toEqual(['buy_x_get_y']);
  const entries = await changesOf(shop.ctx.db, { subject: `promotion:${id}` });
  expect(entries.map(({ action }) => action)).toEqual(['promotion.delete', 'promotion.create']);
});

test('a list of 26 codes has a second page with the oldest code', async ({ shop }) => {
  for (let n = 0; n < 26; n += 1) await givenCode(shop, { code: `BULK${n}`, createdAt: new Date(2020, 0, 1, 0, n) });
  const listFor = async (query: string) => (await loader(pageCall(shop, `/admin/discounts?${query}`, signedIn()))).list;
  const first = await listFor('q=bulk');
  expect([first.rows.length, first.pages.next]).toEqual([
    25,
    expect.stringMatching(/^\/admin\/discounts\?q=bulk&after=/),
  ]);
  const second = await listFor(first.pages.next?.split('?')[1] ?? '');
  expect([second.rows.map(({ code }) => code), second.pages.next]).toEqual([['BULK0'], null]);
});
