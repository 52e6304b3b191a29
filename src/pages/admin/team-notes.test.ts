import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { auditEntries } from '#modules/audit/tables.server.ts';
import { customerById } from '#modules/customers/customers.server.ts';
import { correctContact } from '#modules/orders/correct-contact.server.ts';
import { eraseClosedOrders } from '#modules/orders/orders.personal-data.server.ts';
import { deleteOrders } from '#modules/orders/sample-orders.queries.server.ts';
import { orders } from '#modules/orders/tables.server.ts';
import { eraseCustomer, exportCustomer } from '#modules/privacy/export-erase.server.ts';
import { eraseOldData } from '#modules/privacy/retention.server.ts';
import { shopPersonalData } from '#app/personal-data-registry.server.ts';
import { teamNoteRefusals } from '#modules/team-notes/team-notes.ts';
import { teamNotes, teamTags } from '#modules/team-notes/tables.server.ts';

import { givenConfirmed, requestOf } from '../../../tests/support/account.ts';
import { givenOrderRow, owner } from '../../../tests/support/orders.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { tablesWith } from '../../../tests/support/tables-containing.ts';
import * as customerPage from './customer.tsx';
import * as customersCsv from './customers-csv.tsx';
import * as customersPage from './customers.tsx';
import * as orderPage from './order.tsx';
import * as ordersCsv from './orders-csv.ts';
import * as ordersPage from './orders.tsx';

type Loader = { loader: (args: never) => unknown };
type Page = Loader & { action: (args: never) => unknown };
type RecordPage = { page: Page; path: string; params: { number?: string; id?: string } };

const atOrder = (number: string): RecordPage => ({
  page: orderPage,
  path: `/admin/orders/${number}`,
  params: { number },
});
const atCustomer = (id: string): RecordPage => ({
  page: customerPage,
  path: `/admin/customers/${encodeURIComponent(id)}`,
  params: { id },
});

/** Submits a form of a record's page as an admin. Returns its reply. */
async function send(shop: TestShop, { page, path, params }: RecordPage, fields: object) {
  const action = (call: object) => page.action({ ...call, params } as never);
  return (await sendForm(shop, { action, path }, { ...fields })).answer;
}

const write = (shop: TestShop, record: RecordPage, text: string, key: string = crypto.randomUUID()) =>
  send(shop, record, { form: 'note', text, key });
const tag = (shop: TestShop, record: RecordPage, tags: string, seen = '') =>
  send(shop, record, { form: 'tags', tags, seen });

type Shown = { team: { notes: { text: string; authorEmail: string }[]; tags: string[] } };

async function teamOf(shop: TestShop, { page, path, params }: RecordPage) {
  const call = { ...pageCall(shop, path, signedIn()), params };
  const { team } = (await page.loader(call as never)) as Shown;
  return { notes: team.notes.map(({ text, authorEmail }) => `${authorEmail}: ${text}`), tags: team.tags };
}

type Listed = { list: { rows: { id: string; tags: string[] }[]; results: number | null }; tags: string[] };

const listed = async (shop: TestShop, { loader }: Loader, path: string) =>
  (await loader(pageCall(shop, path, signedIn()) as never)) as Listed;

async function csvOf(shop: TestShop, { loader }: Loader, path: string): Promise<string[]> {
  const response = (await loader(pageCall(shop, path, signedIn()) as never)) as Response;
  return (await response.text()).trim().split('\r\n');
}

const accountOf = async (shop: TestShop, address: string) =>
  (await requestOf(shop, await givenConfirmed(shop, address))).user.id;

test.beforeEach(async ({ shop }) => {
  await shop.ctx.db.delete(teamNotes);
  await shop.ctx.db.delete(teamTags);
});

const email = () => `${crypto.randomUUID().slice(0, 8)}@example.com`;

test.for(['an order', 'a guest', 'an account'] as const)(
  'a note on %s has its author, is stored once, and the audit log has no word of it',
  async (what, { shop }) => {
    const row = await givenOrderRow(shop, { email: email() });
    const id = what === 'an account' ? await accountOf(shop, email()) : row.email;
    const record = what === 'an order' ? atOrder(row.orderNumber) : atCustomer(id);
    const key = crypto.randomUUID();
    const text = `Call before noon ${key}`;
    for (const _again of [1, 2]) expect(await write(shop, record, text, key)).toMatchObject({ ok: true });
    expect(await tag(shop, record, 'VIP,  Press ')).toMatchObject({ ok: true });
    expect(await teamOf(shop, record)).toEqual({
      notes: [`admin@shop.example: ${text}`],
      tags: ['press', 'vip'],
    });
    const entries = await shop.ctx.db.select().from(auditEntries);
    const about = entries.filter(({ action }) => /\.(note|tags)$/.test(action)).slice(-2);
    expect(about.map(({ action }) => action.split('.')[1])).toEqual(['note', 'tags']);
    expect(JSON.stringify(about)).not.toMatch(/noon|vip|press|example\.com/i);
  },
);

test('bad notes and tags are refused in words, and tags that someone else changed are not replaced', async ({
  shop,
}) => {
  const record = atOrder((await givenOrderRow(shop)).orderNumber);
  const message = async (reply: Promise<{ message?: string }>) => (await reply).message;
  expect(await message(write(shop, record, ' \n '))).toBe(teamNoteRefusals.note_missing);
  expect(await message(write(shop, record, 'x'.repeat(2_001)))).toBe(teamNoteRefusals.note_too_long);
  expect(await message(tag(shop, record, 'x'.repeat(31)))).toBe(teamNoteRefusals.tag_too_long);
  expect(await message(tag(shop, record, 'a,b,c,d,e,f,g,h,i,j,k'))).toBe(teamNoteRefusals.too_many_tags);
  expect(await teamOf(shop, record)).toEqual({ notes: [], tags: [] });
  await tag(shop, record, 'vip');
  const refused = await tag(shop, record, 'press', '');
  expect(refused).toMatchObject({ ok: false, message: teamNoteRefusals.changed_meanwhile, values: { tags: 'press' } });
  await tag(shop, record, 'press', 'vip');
  expect((await teamOf(shop, record)).tags).toEqual(['press']);
  await tag(shop, record, '', 'press');
  expect((await teamOf(shop, record)).tags).toEqual([]);
  expect(await message(write(shop, atOrder('HR-22222222'), 'Lost'))).toBe(teamNoteRefusals.gone);
  expect(await message(write(shop, atCustomer('nobody@example.com'), 'Lost'))).toBe(teamNoteRefusals.gone);
});

test('both lists show tags, filter by them, count the results, and export them in the last column', async ({
  shop,
}) => {
  const [vip, press, plain] = [
    await givenOrderRow(shop, { email: email() }),
    await givenOrderRow(shop, { email: email() }),
    await givenOrderRow(shop, { email: email() }),
  ];
  await tag(shop, atOrder(vip.orderNumber), 'vip, gift');
  await tag(shop, atOrder(press.orderNumber), 'press');
  await tag(shop, atCustomer(vip.email), 'wholesale');
  const all = await listed(shop, ordersPage, '/admin/orders');
  expect(all.tags).toEqual(['gift', 'press', 'vip']);
  expect(all.list.rows.find(({ id }) => id === vip.id)?.tags).toEqual(['gift', 'vip']);
  expect(all.list.rows.find(({ id }) => id === plain.id)?.tags).toEqual([]);
  for (const [query, ids] of [
    ['tag=vip', [vip.id]],
    ['tag=press', [press.id]],
    ['tag=wholesale', []],
    [`tag=vip&q=${vip.orderNumber}`, [vip.id]],
    [`tag=vip&q=${press.orderNumber}`, []],
    ['tag=vip&show=held', []],
  ] as const) {
    const { list } = await listed(shop, ordersPage, `/admin/orders?${query}`);
    expect([query, list.rows.map(({ id }) => id), list.results]).toEqual([query, ids, ids.length]);
  }
  const customers = await listed(shop, customersPage, '/admin/customers?tag=wholesale');
  expect(customers.tags).toEqual(['wholesale']);
  expect(customers.list.rows.map(({ id, tags }) => [id, tags])).toEqual([[vip.email, ['wholesale']]]);
  expect((await listed(shop, customersPage, '/admin/customers?tag=vip')).list.rows).toEqual([]);
  const [head = '', ...lines] = await csvOf(shop, ordersCsv, '/admin/orders.csv?tag=vip');
  expect(head.split(',').at(-1)).toBe('Tags');
  expect(lines.map((line) => [line.includes(vip.orderNumber), line.endsWith('"gift, vip"')])).toEqual([[true, true]]);
  const [title = '', ...people] = await csvOf(shop, customersCsv, '/admin/customers.csv?tag=wholesale');
  expect(title.split(',').at(-1)).toBe('Tags');
  expect(people.map((line) => line.split(',').at(-1))).toEqual(['wholesale']);
});

test('notes and tags are in nobody’s export, and go with the person: those of a customer at once, those of an order when it closes', async ({
  shop,
}) => {
  const address = email();
  const word = `quarrelsome${crypto.randomUUID().slice(0, 8)}`;
  const closed = await givenOrderRow(shop, { email: address, status: 'completed' });
  const open = await givenOrderRow(shop, { email: address });
  const other = await givenOrderRow(shop, { email: email() });
  for (const record of [atOrder(closed.orderNumber), atOrder(open.orderNumber), atCustomer(address)]) {
    await write(shop, record, `Was ${word}`);
    await tag(shop, record, word);
  }
  await write(shop, atOrder(other.orderNumber), 'Kept');
  const customer = await customerById(shop.ctx.db, address);
  if (customer === null) throw new Error('no customer');
  const exported = await exportCustomer(shop.ctx, shopPersonalData, { actor: owner, customer });
  expect(JSON.stringify(exported)).toContain(closed.orderNumber);
  expect(JSON.stringify(exported)).not.toContain(word);

  const erased = await eraseCustomer(shop.ctx, shopPersonalData, { actor: owner, id: address, find: customerById });
  expect(erased).toEqual({ ok: true, value: null });
  const left = await shop.ctx.db.select({ id: teamNotes.subjectId }).from(teamNotes);
  expect(left.map(({ id }) => id).toSorted()).toEqual([open.id, other.id].toSorted());
  await shop.ctx.db.update(orders).set({ status: 'completed' }).where(eq(orders.id, open.id));
  await eraseClosedOrders(shop.ctx);
  expect(await tablesWith(shop, word)).toEqual([]);
  expect(await shop.ctx.db.$count(teamNotes)).toBe(1);
});

test('an account shows, changes and loses the notes and tags from before, as a guest', async ({ shop }) => {
  const address = email();
  await givenOrderRow(shop, { email: address });
  await write(shop, atCustomer(address), 'As a guest');
  await tag(shop, atCustomer(address), 'early');
  const account = await accountOf(shop, address);
  const record = atCustomer(account);
  await write(shop, record, 'As an account');
  expect(await teamOf(shop, record)).toEqual({
    notes: ['admin@shop.example: As a guest', 'admin@shop.example: As an account'],
    tags: ['early'],
  });
  const { list } = await listed(shop, customersPage, '/admin/customers?tag=early');
  expect(list.rows.map(({ id, tags }) => [id, tags])).toEqual([[account, ['early']]]);
  await tag(shop, record, 'late', 'early');
  expect((await teamOf(shop, record)).tags).toEqual(['late']);
  await eraseCustomer(shop.ctx, shopPersonalData, { actor: owner, id: account, find: customerById });
  expect([await shop.ctx.db.$count(teamNotes), await shop.ctx.db.$count(teamTags)]).toEqual([0, 0]);
});

test('the notes about a guest follow a corrected email, once no other order has the old one', async ({ shop }) => {
  const [from, to] = [email(), email()];
  const [first, last] = [await givenOrderRow(shop, { email: from }), await givenOrderRow(shop, { email: from })];
  await write(shop, atCustomer(from), 'Prefers the phone');
  await tag(shop, atCustomer(from), 'vip');
  const contact = { email: to, firstName: 'Mia', lastName: 'Rose', phone: '415 555 0132' };
  const correct = ({ orderNumber }: { orderNumber: string }) =>
    correctContact(shop.ctx, owner, { orderNumber, contact });
  expect(await correct(first)).toMatchObject({ ok: true });
  expect(await teamOf(shop, atCustomer(to))).toEqual({ notes: [], tags: [] });
  expect(await correct(last)).toMatchObject({ ok: true });
  expect(await teamOf(shop, atCustomer(to))).toEqual({
    notes: ['admin@shop.example: Prefers the phone'],
    tags: ['vip'],
  });
});

test('notes under an address that nobody has any more are erased by the job, and no others', async ({ shop }) => {
  const guest = await givenOrderRow(shop, { email: email() });
  const account = await accountOf(shop, email());
  for (const record of [atCustomer(guest.email), atCustomer(account), atOrder(guest.orderNumber)])
    await write(shop, record, 'Kept');
  const nobody = { subjectKind: 'customer' as const, subjectId: email() };
  await shop.ctx.db.insert(teamNotes).values({ ...nobody, text: 'Gone', authorEmail: owner.email });
  await shop.ctx.db.insert(teamTags).values({ ...nobody, tag: 'gone' });
  expect(await eraseOldData(shop.ctx, shopPersonalData)).toMatchObject({ teamNotes: 2 });
  const left = await shop.ctx.db.select({ id: teamNotes.subjectId }).from(teamNotes);
  expect(left.map(({ id }) => id).toSorted()).toEqual([guest.email, account, guest.id].toSorted());
});

test('a deleted sample order takes its notes and tags along', async ({ shop }) => {
  const [sample, other] = [await givenOrderRow(shop, { isSample: true }), await givenOrderRow(shop)];
  for (const { orderNumber } of [sample, other]) {
    await write(shop, atOrder(orderNumber), 'Read me');
    await tag(shop, atOrder(orderNumber), 'vip');
  }
  await deleteOrders(shop.ctx.db, [sample.id], []);
  expect([await shop.ctx.db.$count(teamNotes), await shop.ctx.db.$count(teamTags)]).toEqual([1, 1]);
});
