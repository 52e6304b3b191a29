import { afterAll, beforeAll, expect, test } from 'vitest';

import { landing } from '#content/landing.ts';
import { launchClaims, legalTexts } from '#content/launch.ts';
import { publishDraft, saveDraft } from '#modules/content/edit-content.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { givenCode, givenProduct, givenShipping } from '../../../tests/support/shop-visitor.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { action, loader } from './launch.tsx';
import { launchChecks } from './launch-checks.server.ts';
import { launchSections, checklistProgress, senderDomain, type LaunchChecks } from './launch-checklist.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ settings: { MAIL_FROM: 'Shop <hi@shop.com>' } });
  await givenProduct(shop);
  await givenShipping(shop);
});
afterAll(() => shop.close());

const path = '/admin/launch';
const found = async () => ({ spf: 'found', dkim: 'absent', dmarc: 'unreachable' }) as const;
const facts = () => launchChecks(shop.ctx, found);

function stateOf(facts: LaunchChecks, id: string, ticks = new Map()) {
  const items = launchSections(facts, ticks, { claims: launchClaims, legalTexts }).flatMap((section) => section.items);
  return items.find((one) => one.id === id)?.state;
}

test('a demo shop lists missing, done and unknown items', async () => {
  const now = await facts();
  const states = (ids: string[]) => ids.map((id) => stateOf(now, id));
  expect(states(['mode', 'https', 'keys', 'smtp', 'last_mail', 'claim_light', 'legal_terms'])).toEqual(
    Array(7).fill('missing'),
  );
  expect(states(['claim_free_shipping', 'claim_returns', 'claim_sale', 'claim_promotion'])).toEqual(
    Array(4).fill('done'),
  );
  expect(states(['spf', 'dkim', 'dmarc', 'backups'])).toEqual(['done', 'unknown', 'unknown', 'unknown']);
});

test('launch facts change item states: a remaining demo code, no free shipping, a live key', async () => {
  await givenCode(shop, { code: 'DEMO', demoOnly: true });
  expect(stateOf(await facts(), 'demo_codes')).toBe('missing');
  const now = await facts();
  expect(stateOf({ ...now, freeOption: null }, 'claim_free_shipping')).toBe('missing');
  expect(stateOf({ ...now, payment: 'test' }, 'keys')).toBe('missing');
  expect(stateOf({ ...now, payment: 'live' }, 'keys')).toBe('done');
  expect(stateOf({ ...now, bannerEnds: 'Dec 1' }, 'claim_banner')).toBe('done');
  expect(stateOf({ ...now, records: null }, 'spf')).toBe('missing');
});

test('a text that a demo shop published without proof is named with its document, place and editor', async () => {
  const texts = async () =>
    launchSections(await facts(), new Map(), { claims: launchClaims, legalTexts })
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
      detail: expect.stringContaining('says “clinically”, “proven”, “94%” without proof') as string,
      step: { label: 'Edit this text', to: '/admin/content/landing' },
      isConfirmable: false,
    },
  ]);
});

test('a confirmation needs a note, is logged and can be withdrawn; checked facts cannot be confirmed by hand', async () => {
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

test('open items come by section and done ones together, and every open item has one next step', async () => {
  const sections = launchSections(await facts(), new Map(), { claims: launchClaims, legalTexts });
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

test('sample data is missing work until it is removed by its button, once', async () => {
  await givenOrderRow(shop, { isSample: true });
  expect(stateOf(await facts(), 'samples')).toBe('missing');
  const remove = async () => (await sendForm(shop, { action, path }, { form: 'remove_samples' })).answer;
  expect(await remove()).toMatchObject({
    ok: true,
    message: 'Removed: 1 orders, 0 reviews, 0 messages, 0 subscribers.',
  });
  expect(stateOf(await facts(), 'samples')).toBe('done');
  expect(await remove()).toMatchObject({ ok: false, message: 'The sample data is already removed.' });
});
