import { expect } from 'vitest';

import { landing } from '#content/landing.ts';
import { launchClaims, legalTexts } from '#content/launch.ts';
import { publishDraft, saveDraft } from '#modules/content/edit-content.server.ts';
import { collectionView, decideCollection } from '#modules/tax/tax-collection.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenOrderRow, owner } from '../../../tests/support/orders.ts';
import { givenCode, givenProduct, givenShipping } from '../../../tests/support/shop-visitor.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { action, loader } from './launch.tsx';
import { launchChecks } from './launch-checks.server.ts';
import { launchSections, checklistProgress, senderDomain, type LaunchChecks } from './launch-checklist.ts';

const test = testWithShop({
  settings: { MAIL_FROM: 'Shop <hi@shop.com>' },
  prepare: async (shop) => {
    await givenProduct(shop);
    await givenShipping(shop);
  },
});

const path = '/admin/launch';
const found = async () => ({ spf: 'found', dkim: 'absent', dmarc: 'unreachable' }) as const;
const facts = (shop: TestShop) => launchChecks(shop.ctx, found);

function stateOf(facts: LaunchChecks, id: string, ticks = new Map()) {
  const items = launchSections(facts, ticks, { claims: launchClaims, legalTexts }).flatMap((section) => section.items);
  return items.find((one) => one.id === id)?.state;
}

test('a demo shop lists missing, done and unknown items', async ({ shop }) => {
  const now = await facts(shop);
  const states = (ids: string[]) => ids.map((id) => stateOf(now, id));
  expect(states(['mode', 'https', 'keys', 'smtp', 'last_mail', 'claim_light', 'legal_terms'])).toEqual(
    Array(7).fill('missing'),
  );
  expect(states(['claim_free_shipping', 'claim_returns', 'claim_sale', 'claim_promotion'])).toEqual(
    Array(4).fill('done'),
  );
  expect(states(['spf', 'dkim', 'dmarc', 'backups'])).toEqual(['done', 'unknown', 'unknown', 'unknown']);
});

test('launch facts change item states: a remaining demo code, no free shipping, a live key', async ({ shop }) => {
  await givenCode(shop, { code: 'DEMO', demoOnly: true });
  expect(stateOf(await facts(shop), 'demo_codes')).toBe('missing');
  const now = await facts(shop);
  expect(stateOf({ ...now, freeOption: null }, 'claim_free_shipping')).toBe('missing');
  expect(stateOf({ ...now, payment: 'test' }, 'keys')).toBe('missing');
  expect(stateOf({ ...now, payment: 'live' }, 'keys')).toBe('done');
  expect(stateOf({ ...now, bannerEnds: 'Dec 1' }, 'claim_banner')).toBe('done');
  expect(stateOf({ ...now, records: null }, 'spf')).toBe('missing');
});

test('the regions of tax are an open item until the owner decides, and nowhere is a decision', async ({ shop }) => {
  const itemOf = async () =>
    launchSections(await facts(shop), new Map(), { claims: launchClaims, legalTexts })
      .flatMap(({ items }) => items)
      .find(({ id }) => id === 'tax_collection');
  const title = 'Where do you collect sales tax?';
  const step = { label: 'Choose regions', to: '/admin/taxes#collect' };
  expect(await itemOf()).toMatchObject({ title, state: 'missing', step, isConfirmable: false });
  for (const [keys, detail] of [
    [[], 'Nowhere'],
    [['US-NY', 'GB'], 'New York, United Kingdom'],
  ] as const) {
    const { version } = await collectionView(shop.ctx.db);
    expect(await decideCollection(shop.ctx, owner, { keys, version })).toMatchObject({ ok: true });
    expect(await itemOf()).toMatchObject({ state: 'done', detail });
  }
});

test('a shop whose "Buy now" is hosted is told that no tax is added there', async ({ shop }) => {
  const now = await facts(shop);
  expect(stateOf({ ...now, buysHosted: true }, 'buy_now')).toBe('missing');
  expect(stateOf({ ...now, buysHosted: false }, 'buy_now')).toBe('done');
});

test('a text that a demo shop published without proof is named with its document, place and editor', async ({
  shop,
}) => {
  const texts = async () =>
    launchSections(await facts(shop), new Map(), { claims: launchClaims, legalTexts })
      .flatMap(({ items }) => items)
      .filter(({ id }) => id.startsWith('text'));
  expect(await texts()).toMatchObject([{ id: 'texts', state: 'done' }]);
  const hero = { ...landing.hero, title: 'Clinically proven for 94% of women' };
  const editor = { id: null, email: 'ada@shop.example', requestId: 'test' };
  await saveDraft(shop.ctx, editor, { key: 'landing', revision: 0, body: { ...landing, hero } });
  expect(await texts(), 'a draft claims nothing').toMatchObject([{ state: 'done' }]);
  const isCompared = () => Promise.resolve(false);
  const publication = { key: 'landing', actor: editor, revision: null, isCompared } as const;
  expect((await publishDraft(shop.ctx, publication)).ok).toBe(true);
  expect(await texts()).toMatchObject([
    {
      title: 'Landing page: Hero › Title',
      state: 'missing',
      detail: expect.stringContaining('Says “clinically”, “proven”, “94%” without proof') as string,
      step: { label: 'Edit text', to: '/admin/content/landing' },
      isConfirmable: false,
    },
  ]);
});

test('a confirmation needs a note, is logged and can be withdrawn; checked facts cannot be confirmed by hand', async ({
  shop,
}) => {
  const say = (fields: Record<string, string>) => sendForm(shop, { action, path }, { form: 'confirm', ...fields });
  expect((await say({ id: 'legal_terms', note: 'ok' })).status).toBe(422);
  expect((await say({ id: 'keys', note: 'trust me' })).status).toBe(422);
  expect((await say({ id: 'legal_terms', note: 'Read by R. Law' })).status).toBe(200);
  const ticked = async () => (await loader(pageCall(shop, path, signedIn()))).ticked;
  expect(await ticked()).toEqual(['legal_terms']);
  expect(await changesOf(shop.ctx.db, { subject: 'launch:legal_terms' })).toMatchObject([
    { after: { note: 'Read by R. Law' } },
  ]);
  await say({ id: 'legal_terms', form: 'take_back' });
  expect((await changesOf(shop.ctx.db, { subject: 'launch:legal_terms' }))[0]).toMatchObject({
    before: { note: 'Read by R. Law' },
    after: null,
  });
  expect(await ticked()).toEqual([]);
});

test('open items come by section and done ones together, and every open item has one next step', async ({ shop }) => {
  const sections = launchSections(await facts(shop), new Map(), { claims: launchClaims, legalTexts });
  const { open, done, all } = checklistProgress(sections);
  const left = open.flatMap(({ items }) => items);
  expect([left.length + done.length, all]).toEqual([all, sections.flatMap(({ items }) => items).length]);
  expect(done.map(({ state }) => state)).toEqual(done.map(() => 'done'));
  expect(left.filter(({ state }) => state === 'done')).toEqual([]);
  const settings = new Set(['mode', 'https', 'keys', 'limits', 'smtp', 'spf', 'dkim', 'dmarc', 'claim_https']);
  const stepless = left.filter(({ isConfirmable, step }) => !isConfirmable && step === undefined);
  expect(stepless.map(({ id }) => id).filter((id) => !settings.has(id))).toEqual([]);
});

test('an example address has no domain to look up', () => {
  expect(
    ['a@shop.com', 'S <a@mail.shop.co>', 'a@shop.example', 'a@localhost', 'a@example.com', 'x'].map(senderDomain),
  ).toEqual(['shop.com', 'mail.shop.co', null, null, null, null]);
});

test('sample data is missing work until it is removed by its button, once', async ({ shop }) => {
  await givenOrderRow(shop, { isSample: true });
  expect(stateOf(await facts(shop), 'samples')).toBe('missing');
  const remove = async () => (await sendForm(shop, { action, path }, { form: 'remove_samples' })).answer;
  expect(await remove()).toMatchObject({
    ok: true,
    message: 'Removed: 1 orders, 0 reviews, 0 messages, 0 subscribers.',
  });
  expect(stateOf(await facts(shop), 'samples')).toBe('done');
  expect(await remove()).toMatchObject({ ok: false, message: 'The sample data was already removed.' });
});

test('an item of what is sold stays open until there is a product, stock, shipping to each country and an order', async ({
  shop,
}) => {
  const ids = ['product', 'stock', 'shipping', 'test_order'];
  const states = (now: LaunchChecks) => ids.map((id) => stateOf(now, id));
  const now = await facts(shop);
  expect(states({ ...now, ownOrder: null })).toEqual(['done', 'done', 'done', 'missing']);
  await givenOrderRow(shop);
  expect(states(await facts(shop))).toEqual(Array(4).fill('done'));
  expect(states({ ...now, product: null, available: null }).slice(0, 2)).toEqual(['missing', 'missing']);
  expect(stateOf({ ...now, available: 0 }, 'stock')).toBe('missing');
  expect(stateOf({ ...now, available: null }, 'stock')).toBe('done');
  expect(stateOf({ ...now, unservedCountries: ['Canada'] }, 'shipping')).toBe('missing');
  expect(stateOf({ ...now, shippingOptions: 0 }, 'shipping')).toBe('missing');
});
