import { expect } from 'vitest';

import { endorsements } from '#content/endorsements.ts';
import { landing } from '#content/landing.ts';
import { terms } from '#content/terms.ts';
import { formatUsd } from '#shared/money.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { backgroundTroubles } from '#modules/analytics/dashboard.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { unprovenClaims } from './claims-check.ts';
import { draftContent, publishedContent } from './content.server.ts';
import {
  discardDraft,
  documentView,
  listContent,
  listUnprovenTexts,
  publishDraft,
  publishDue,
  restoreVersion,
  saveDraft,
  schedulePublication,
} from './edit-content.server.ts';
import { contentRefusals } from './edit-content.schema.ts';
import { contentVersions } from './tables.server.ts';

const ada = { id: null, email: 'ada@shop.example', requestId: 'test' };
const ben = { id: null, email: 'ben@shop.example', requestId: 'test' };
const notCompared = () => Promise.resolve(false);
const key = 'landing' as const;

/** A list within a list, 100,000 times. */
const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));

const view = (shop: TestShop) => documentView(shop.ctx.db, key);
const titled = (title: string) => ({ ...landing, hero: { ...landing.hero, title } });
const shownTitle = async (shop: TestShop) => (await publishedContent(shop.ctx)).landing.hero.title;

async function save(shop: TestShop, body: unknown, actor = ada) {
  return saveDraft(shop.ctx, actor, { key, revision: (await view(shop)).revision, body });
}

const restore = (shop: TestShop, versionId: number | null, actor = ada) =>
  restoreVersion(shop.ctx, actor, { key, versionId, isCompared: notCompared });

const publishSaved = async (shop: TestShop, isCompared = notCompared, ctx = shop.ctx) =>
  publishDraft(ctx, { key, actor: ada, revision: (await view(shop)).revision, isCompared });

async function publish(shop: TestShop, body: unknown) {
  await save(shop, body);
  return publishSaved(shop);
}

test.afterEach(async ({ shop }) => {
  await discardDraft(shop.ctx, { key, revision: (await view(shop)).revision });
  await restore(shop, null);
});

test('a draft changes nothing on pages until it is published, and is in the audit log then', async ({ shop }) => {
  await save(shop, titled('Morning light'));
  expect([await shownTitle(shop), (await view(shop)).isDraft]).toEqual([landing.hero.title, true]);
  expect(await publishSaved(shop)).toEqual({ ok: true, value: null });
  expect([await shownTitle(shop), (await view(shop)).isDraft]).toEqual(['Morning light', false]);
  const [entry] = await changesOf(shop.ctx.db, { subject: 'content:landing' });
  expect(entry).toMatchObject({
    action: 'content.publish',
    actorEmail: 'ada@shop.example',
    before: { 'Hero › Title': landing.hero.title },
    after: { 'Hero › Title': 'Morning light' },
  });
});

test('a saved draft has clean rich texts, whatever the browser sent', async ({ shop }) => {
  const hostile = '<div onclick="x">Be <b>kind</b>.<script>alert(1)</script></div><p>{supportEmail}</p>';
  const body = { ...terms, body: hostile };
  const saved = await saveDraft(shop.ctx, ada, { key: 'terms', revision: 0, body });
  expect(saved).toEqual({ ok: true, value: { revision: 1, issues: {}, merged: null } });
  const clean = '<p>Be <strong>kind</strong>.</p><p>{supportEmail}</p>';
  expect((await documentView(shop.ctx.db, 'terms')).body).toMatchObject({ title: terms.title, body: clean });
});

test('a saved draft has no characters that a database refuses, nor invisible ones', async ({ shop }) => {
  const saved = await save(shop, titled('\0Morn\u00ADing\u202E \uD800light\u200B 👩\u200D⚕️'));
  expect(saved).toMatchObject({ ok: true, value: { issues: {} } });
  expect((await view(shop)).body.hero).toMatchObject({ title: 'Morning light 👩\u200D⚕️' });
});

test('publishing tells every process, saving a draft tells none', async ({ shop }) => {
  let notified = 0;
  const stop = await shop.database.listen('pages_changed', () => (notified += 1));
  await save(shop, titled('Quiet'));
  await publish(shop, titled('Loud'));
  await expect.poll(() => notified).toBe(1);
  await stop();
});

test('two admins who change different texts of one document both keep theirs', async ({ shop }) => {
  const { revision, body: base } = await view(shop);
  const closing = { ...landing.closing, title: 'Ben closes' };
  expect((await saveDraft(shop.ctx, ada, { key, revision, base, body: titled('Ada') })).ok).toBe(true);
  const saved = await saveDraft(shop.ctx, ben, { key, revision, base, body: { ...landing, closing } });
  const both = { ...titled('Ada'), closing };
  expect(saved).toMatchObject({ ok: true, value: { revision: revision + 2, issues: {}, merged: both } });
  const stored = await view(shop);
  expect([stored.draftBy, stored.body]).toEqual([ben.email, both]);
});

test('the second of two admins who change the same text is told its place, and the first draft stays', async ({
  shop,
}) => {
  const { revision, body: base } = await view(shop);
  expect((await saveDraft(shop.ctx, ada, { key, revision, base, body: titled('Ada') })).ok).toBe(true);
  expect(await saveDraft(shop.ctx, ben, { key, revision, base, body: titled('Ben') })).toEqual({
    ok: false,
    reason: 'changed_meanwhile',
    places: ['Hero › Title'],
    stored: { body: titled('Ada'), revision: revision + 1, savedBy: ada.email },
  });
  const stored = await view(shop);
  expect([stored.draftBy, stored.body.hero]).toMatchObject([ada.email, { title: 'Ada' }]);
});

test('admins who each save another text at once lose none', async ({ shop }) => {
  const { revision, body: base } = await view(shop);
  const count = landing.questions.items.length;
  const save = (index: number) => {
    const items = landing.questions.items.map((item, at) => (at === index ? { ...item, answer: `By ${at}` } : item));
    const body = { ...landing, questions: { ...landing.questions, items } };
    return saveDraft(shop.ctx, ben, { key, revision, base, body });
  };
  const saved = await Promise.all(Array.from({ length: count }, (_, index) => save(index)));
  expect(saved.every(({ ok }) => ok)).toBe(true);
  const { questions } = (await view(shop)).body as typeof landing;
  expect(questions.items.map(({ answer }) => answer)).toEqual(Array.from({ length: count }, (_, at) => `By ${at}`));
});

test('saving the stored body again is no conflict and makes no draft', async ({ shop }) => {
  const { revision } = await view(shop);
  expect(await saveDraft(shop.ctx, ada, { key, revision: revision - 1, body: landing })).toMatchObject({
    ok: true,
    value: { revision },
  });
  expect((await view(shop)).isDraft).toBe(false);
});

test.for([
  ['an empty title', { title: '' }, 'hero.title', 'Enter some text'],
  ['HTML', { title: '<script>alert(1)</script>' }, 'hero.title', 'Use plain text. HTML isn’t supported here'],
  ['an unknown fact', { text: 'Free for {years} years' }, 'hero.text', '{years} isn’t a variable.'],
  ['a text that is too long', { title: 'x'.repeat(81) }, 'hero.title', 'Use at most 80 characters'],
  ['no alternative text', { wide: { ...landing.hero.wide, alt: '' } }, 'hero.wide.alt', 'Enter some text'],
  ['a picture of another site', { wide: { ...landing.hero.wide, src: 'https://x.test/a' } }, 'hero.wide.src', 'Choose'],
] as const)(
  'a draft with %s is saved, says so at its field and is not published',
  async ([_what, hero, path, message], { shop }) => {
    const body = { ...landing, hero: { ...landing.hero, ...hero } };
    const saved = await save(shop, body);
    expect(saved.ok && saved.value.issues[path]).toContain(message);
    expect(await publishSaved(shop)).toEqual({ ok: false, reason: 'invalid' });
    expect(await shownTitle(shop)).toBe(landing.hero.title);
  },
);

test('the preview of an invalid draft shows it with a mark, never the published page', async ({ shop }) => {
  await save(shop, { ...titled(''), look: { title: 'Closer' } });
  const { hero, look } = (await draftContent(shop.ctx, key)).landing;
  expect([hero.title, look.title]).toEqual(['[Title is missing]', 'Closer']);
  expect(await shownTitle(shop)).toBe(landing.hero.title);
});

test.for([
  ['nothing', null],
  ['a list', [1, 2]],
  ['a missing part', { ...landing, hero: undefined }],
  ['an unknown part', { ...landing, admin: true }],
  ['a text for a list', { ...landing, trust: 'all' }],
  ['deep lists for a number', { ...landing, hero: { ...landing.hero, wide: { ...landing.hero.wide, width: deep } } }],
] as const)('a body that is no version of the document is refused: %s', async ([_what, body], { shop }) => {
  const { revision } = await view(shop);
  expect(await saveDraft(shop.ctx, ada, { key, revision, body })).toEqual({ ok: false, reason: 'unreadable' });
});

test('sections are moved and hidden, but the guarantee stays', async ({ shop }) => {
  const moved = landing.sections.toReversed().map((one) => ({ ...one, hidden: one.id === 'steps' }));
  expect((await publish(shop, { ...landing, sections: moved })).ok).toBe(true);
  expect((await publishedContent(shop.ctx)).landing.sections).toEqual(moved);
  const without = landing.sections.map((one) => ({ ...one, hidden: one.id === 'included' }));
  expect(await publish(shop, { ...landing, sections: without })).toMatchObject({ reason: 'invalid' });
  expect(await publish(shop, { ...landing, sections: landing.sections.slice(1) })).toMatchObject({ reason: 'invalid' });
});

test('facts are filled in when a text is read', async ({ shop }) => {
  await publish(shop, {
    ...landing,
    hero: { ...landing.hero, text: 'Try it for {guaranteeDays} days, or {replacementDays}.' },
  });
  expect((await publishedContent(shop.ctx)).landing.hero.text).toBe('Try it for 30 days, or 60.');
});

test('the history shows who changed what, and an earlier version is restored', async ({ shop }) => {
  await publish(shop, titled('One'));
  await publish(shop, titled('Two'));
  const { versions } = await view(shop);
  expect(versions[0]).toMatchObject({
    publishedBy: ada.email,
    changes: [{ place: 'Hero › Title', before: 'One', after: 'Two' }],
  });
  expect(await restore(shop, versions[1]?.id ?? 0, ben)).toMatchObject({ ok: true });
  expect([await shownTitle(shop), (await view(shop)).versions[0]?.publishedBy]).toEqual(['One', ben.email]);
  expect(await restore(shop, 999_999, ben)).toEqual({ ok: false, reason: 'gone' });
});

test('a discarded draft is gone, and what is published stays', async ({ shop }) => {
  await save(shop, titled('Never'));
  expect((await discardDraft(shop.ctx, { key, revision: (await view(shop)).revision })).ok).toBe(true);
  expect([(await view(shop)).isDraft, (await view(shop)).body.hero]).toMatchObject([
    false,
    { title: landing.hero.title },
  ]);
});

test('a scheduled draft is published at its time, not before', async ({ shop }) => {
  const at = new Date(shop.ctx.now().getTime() + 60_000);
  await save(shop, titled('Tomorrow'));
  const { revision } = await view(shop);
  expect(await schedulePublication(shop.ctx, { key, revision, at: new Date(0) })).toMatchObject({ reason: 'past' });
  expect((await schedulePublication(shop.ctx, { key, revision, at })).ok).toBe(true);
  await publishDue(shop.ctx, notCompared);
  expect(await shownTitle(shop)).toBe(landing.hero.title);
  await publishDue({ ...shop.ctx, now: () => at }, notCompared);
  expect([await shownTitle(shop), (await view(shop)).publishAt]).toEqual(['Tomorrow', null]);
});

/** Schedules the draft for a minute from now and returns that time. */
async function schedule(shop: TestShop, ahead = 60_000): Promise<Date> {
  const at = new Date(shop.ctx.now().getTime() + ahead);
  const { revision } = await view(shop);
  expect((await schedulePublication(shop.ctx, { key, revision, at })).ok).toBe(true);
  return at;
}

/** The shop at a time, and the messages of errors that it logs. */
function shopAt(shop: TestShop, at: Date) {
  const errors: unknown[] = [];
  const error = (_fields: unknown, message: unknown) => void errors.push(message);
  const log: typeof shop.ctx.log = Object.assign(Object.create(shop.ctx.log), { error });
  return { ctx: { ...shop.ctx, log, now: () => at }, errors };
}

test('a refused scheduled publication is shown in the editor, the list and the dashboard until it is planned again', async ({
  shop,
}) => {
  await save(shop, titled('Refused'));
  const at = await schedule(shop);
  const { ctx } = shopAt(shop, at);
  await publishDue(ctx, () => Promise.resolve(true));
  const sentence = `Landing page was not published on ${formatDateTime(at)}. ${contentRefusals.compared}`;
  expect(await view(shop)).toMatchObject({ isDraft: true, publishAt: null, refusal: sentence });
  expect((await listContent(ctx.db)).find((one) => one.key === key)).toMatchObject({ isRefused: true });
  expect(await backgroundTroubles(ctx.db)).toEqual([{ sentence, to: '/admin/content/landing' }]);
  await schedule(shop);
  expect([(await view(shop)).refusal, await backgroundTroubles(ctx.db)]).toEqual([null, []]);
});

test.for([
  ['published', (shop: TestShop) => publishSaved(shop)],
  ['discarded', async (shop: TestShop) => discardDraft(shop.ctx, { key, revision: (await view(shop)).revision })],
] as const)('a refused publication is over once its draft is %s', async ([_end, act], { shop }) => {
  await save(shop, titled('Refused'));
  await publishDue(shopAt(shop, await schedule(shop)).ctx, () => Promise.resolve(true));
  expect((await view(shop)).refusal).not.toBeNull();
  expect((await act(shop)).ok).toBe(true);
  expect((await view(shop)).refusal).toBeNull();
});

test('two processes publish a scheduled draft once, and neither reports a refusal', async ({ shop }) => {
  await save(shop, titled('Once'));
  const { ctx, errors } = shopAt(shop, await schedule(shop));
  const before = await shop.ctx.db.$count(contentVersions);
  await Promise.all([publishDue(ctx, notCompared), publishDue(ctx, notCompared), publishDue(ctx, notCompared)]);
  expect([await shownTitle(shop), (await shop.ctx.db.$count(contentVersions)) - before]).toEqual(['Once', 1]);
  expect([errors, (await view(shop)).refusal]).toEqual([[], null]);
});

test('a time of publication set while an older one is refused is kept', async ({ shop }) => {
  await save(shop, titled('Later'));
  const { ctx } = shopAt(shop, await schedule(shop));
  const { revision } = await view(shop);
  const at = new Date(ctx.now().getTime() + 60_000);
  let set: ReturnType<typeof schedulePublication> | undefined;
  const compared = async () => {
    set ??= schedulePublication(shop.ctx, { key, revision, at });
    return true;
  };
  await publishDue(ctx, compared);
  expect((await set)?.ok).toBe(true);
  expect(await view(shop)).toMatchObject({ publishAt: at, refusal: null });
});

test('the titles of a running comparison cannot be changed, other texts can', async ({ shop }) => {
  await save(shop, titled('Other'));
  const compared = () => Promise.resolve(true);
  expect(await publishSaved(shop, compared)).toMatchObject({ reason: 'compared' });
  await save(shop, { ...landing, look: { title: 'Closer' } });
  expect(await publishSaved(shop, compared)).toMatchObject({ ok: true });
});

test('a live shop publishes no figure or proof without an entry in the claims ledger', async ({ shop }) => {
  const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode: 'live' as const } };
  const text = 'Clinically proven: 94% saw a difference';
  await save(shop, { ...landing, hero: { ...landing.hero, text } });
  expect(await publishSaved(shop, notCompared, ctx)).toEqual({
    ok: false,
    reason: 'unproven',
    claims: ['clinically', 'proven', '94%'],
  });
  expect(unprovenClaims({ text: `Only ${formatUsd(5_900)}` }, [])).toEqual([]);
  const src = '/content-pictures/0c7d4236-9943-4c1e-9b3a-2f1d5e6a7b80';
  expect(unprovenClaims({ src, to: 'https://example.com/2013', updatedAt: '2027-01-31' }, [])).toEqual([]);
});

test('a live shop publishes the words of others once its ledger of claims holds them', async ({ shop }) => {
  const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode: 'live' as const } };
  const edit = async (edited: 'endorsements' | 'claims', body: unknown) => {
    const { revision } = await documentView(shop.ctx.db, edited);
    const saved = await saveDraft(shop.ctx, ada, { key: edited, revision, body });
    return publishDraft(ctx, {
      key: edited,
      actor: ada,
      revision: saved.ok ? saved.value.revision : null,
      isCompared: notCompared,
    });
  };
  const expert = { name: 'Kim Lee', title: 'Esthetician', sentence: 'I use it at home.' };
  const body = { ...endorsements, experts: [expert] };
  expect(await edit('endorsements', body)).toEqual({ ok: false, reason: 'unproven', claims: [expert.sentence] });
  const { items } = (await publishedContent(shop.ctx)).claims;
  const proof = { kind: 'shop' as const, text: 'Her signed letter', to: '' };
  const claim = { id: 'kim', says: 'Kim Lee: I use it at home.', figures: [], phrases: [], proof };
  expect(await edit('claims', { items: [...items, claim] })).toMatchObject({ ok: true });
  const { revision } = await documentView(shop.ctx.db, 'endorsements');
  const publication = { key: 'endorsements' as const, actor: ada, revision, isCompared: notCompared };
  expect(await publishDraft(ctx, publication)).toMatchObject({ ok: true });
  await restoreVersion(shop.ctx, ada, { key: 'claims', versionId: null, isCompared: notCompared });
  expect(await listUnprovenTexts(shop.ctx.db)).toEqual([
    { key: 'endorsements', title: 'Press, experts and tests', place: 'Entries', claims: [expert.sentence] },
  ]);
  await restoreVersion(shop.ctx, ada, { key: 'endorsements', versionId: null, isCompared: notCompared });
});

test('restoring a version keeps the draft of another admin, and refuses compared titles and unproven claims', async ({
  shop,
}) => {
  await publish(shop, titled('Clinically proven glow'));
  const [claimed] = (await view(shop)).versions;
  await restore(shop, null);
  await save(shop, titled('Ben is still writing'), ben);
  expect((await restore(shop, null)).ok).toBe(true);
  expect([(await view(shop)).draftBy, (await view(shop)).body.hero]).toMatchObject([
    ben.email,
    { title: 'Ben is still writing' },
  ]);
  const versionId = claimed?.id ?? null;
  const isCompared = () => Promise.resolve(true);
  expect(await restoreVersion(shop.ctx, ada, { key, versionId, isCompared })).toMatchObject({ reason: 'compared' });
  const live = { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode: 'live' as const } };
  expect(await restoreVersion(live, ada, { key, versionId, isCompared: notCompared })).toEqual({
    ok: false,
    reason: 'unproven',
    claims: ['clinically', 'proven'],
  });
});

test('a new picture takes nothing from the one that it replaces', async ({ shop }) => {
  const { focus, ...picture } = { ...landing.closing.picture, src: '/media/other', widths: [480] };
  expect(focus).toBeDefined();
  await publish(shop, { ...landing, closing: { ...landing.closing, picture } });
  expect((await publishedContent(shop.ctx)).landing.closing.picture).toEqual(picture);
});

test('documents are parsed again only when one was saved or published', async ({ shop }) => {
  let generation = 0;
  const cacheLifetime = {
    generation: () => generation,
    isFresh: ({ since }: { since: number }) => since === generation,
  };
  const ctx = { ...shop.ctx, cacheLifetime };
  const first = await publishedContent(ctx);
  generation += 1;
  expect(await publishedContent(ctx)).toBe(first);
  await publish(shop, titled('Parsed again'));
  generation += 1;
  expect((await publishedContent(ctx)).landing.hero.title).toBe('Parsed again');
});
