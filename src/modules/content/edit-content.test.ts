import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { landing } from '#content/landing.ts';
import { terms } from '#content/terms.ts';
import { formatUsd } from '#shared/money.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { unprovenClaims } from './claims-check.ts';
import { publishedContent } from './content.server.ts';
import {
  discardDraft,
  documentView,
  publishDraft,
  publishDue,
  restoreVersion,
  saveDraft,
  schedulePublication,
} from './edit-content.server.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const ada = { id: null, email: 'ada@shop.example', requestId: 'test' };
const ben = { id: null, email: 'ben@shop.example', requestId: 'test' };
const notCompared = () => Promise.resolve(false);
const key = 'landing' as const;

/** A list within a list, 100,000 times. */
const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));

const view = () => documentView(shop.ctx.db, key);
const titled = (title: string) => ({ ...landing, hero: { ...landing.hero, title } });
const shownTitle = async () => (await publishedContent(shop.ctx)).landing.hero.title;

async function save(body: unknown, actor = ada) {
  return saveDraft(shop.ctx, actor, { key, revision: (await view()).revision, body });
}

const restore = (versionId: number | null, actor = ada) =>
  restoreVersion(shop.ctx, actor, { key, versionId, isCompared: notCompared });

const publishSaved = async (isCompared = notCompared, ctx = shop.ctx) =>
  publishDraft(ctx, { key, actor: ada, revision: (await view()).revision, isCompared });

async function publish(body: unknown) {
  await save(body);
  return publishSaved();
}

afterEach(async () => {
  await discardDraft(shop.ctx, { key, revision: (await view()).revision });
  await restore(null);
});

test('a draft changes nothing on pages until it is published, and is in the audit log then', async () => {
  await save(titled('Morning light'));
  expect([await shownTitle(), (await view()).isDraft]).toEqual([landing.hero.title, true]);
  expect(await publishSaved()).toEqual({ ok: true, value: null });
  expect([await shownTitle(), (await view()).isDraft]).toEqual(['Morning light', false]);
  const [entry] = await changesOf(shop.ctx.db, { subject: 'content:landing' });
  expect(entry).toMatchObject({
    action: 'content.publish',
    actorEmail: 'ada@shop.example',
    before: { 'Hero › Title': landing.hero.title },
    after: { 'Hero › Title': 'Morning light' },
  });
});

test('a saved draft has clean rich texts, whatever the browser sent', async () => {
  const hostile = '<div onclick="x">Be <b>kind</b>.<script>alert(1)</script></div><p>{supportEmail}</p>';
  const body = { ...terms, body: hostile };
  const saved = await saveDraft(shop.ctx, ada, { key: 'terms', revision: 0, body });
  expect(saved).toEqual({ ok: true, value: { revision: 1, issues: {} } });
  const clean = '<p>Be <strong>kind</strong>.</p><p>{supportEmail}</p>';
  expect((await documentView(shop.ctx.db, 'terms')).body).toMatchObject({ title: terms.title, body: clean });
});

test('a saved draft has no characters that a database refuses, nor invisible ones', async () => {
  const saved = await save(titled('\0Morn\u00ADing\u202E \uD800light\u200B 👩\u200D⚕️'));
  expect(saved).toMatchObject({ ok: true, value: { issues: {} } });
  expect((await view()).body.hero).toMatchObject({ title: 'Morning light 👩\u200D⚕️' });
});

test('publishing tells every process, saving a draft tells none', async () => {
  let notified = 0;
  const stop = await shop.database.listen('pages_changed', () => (notified += 1));
  await save(titled('Quiet'));
  await publish(titled('Loud'));
  await expect.poll(() => notified).toBe(1);
  await stop();
});

test('the second of two admins who edit one document is told, and the first draft stays', async () => {
  const { revision } = await view();
  expect((await saveDraft(shop.ctx, ada, { key, revision, body: titled('Ada') })).ok).toBe(true);
  expect(await saveDraft(shop.ctx, ben, { key, revision, body: titled('Ben') })).toEqual({
    ok: false,
    reason: 'changed_meanwhile',
  });
  const stored = await view();
  expect([stored.draftBy, stored.body.hero]).toMatchObject([ada.email, { title: 'Ada' }]);
});

test('saving the stored body again is no conflict and makes no draft', async () => {
  const { revision } = await view();
  expect(await saveDraft(shop.ctx, ada, { key, revision: revision - 1, body: landing })).toMatchObject({
    ok: true,
    value: { revision },
  });
  expect((await view()).isDraft).toBe(false);
});

test.each([
  ['an empty title', { title: '' }, 'hero.title', 'Enter a text'],
  ['HTML', { title: '<script>alert(1)</script>' }, 'hero.title', 'Use plain text: pages do not show HTML'],
  ['an unknown fact', { text: 'Free for {years} years' }, 'hero.text', '{years} is not a fact.'],
  ['a text that is too long', { title: 'x'.repeat(81) }, 'hero.title', 'Use at most 80 characters'],
  ['no alternative text', { wide: { ...landing.hero.wide, alt: '' } }, 'hero.wide.alt', 'Enter a text'],
  ['a picture of another site', { wide: { ...landing.hero.wide, src: 'https://x.test/a' } }, 'hero.wide.src', 'Choose'],
])('a draft with %s is saved, says so at its field and is not published', async (_what, hero, path, message) => {
  const body = { ...landing, hero: { ...landing.hero, ...hero } };
  const saved = await save(body);
  expect(saved.ok && saved.value.issues[path]).toContain(message);
  expect(await publishSaved()).toEqual({ ok: false, reason: 'invalid' });
  expect(await shownTitle()).toBe(landing.hero.title);
});

test.each([
  ['nothing', null],
  ['a list', [1, 2]],
  ['a missing part', { ...landing, hero: undefined }],
  ['an unknown part', { ...landing, admin: true }],
  ['a text for a list', { ...landing, trust: 'all' }],
  ['deep lists for a number', { ...landing, hero: { ...landing.hero, wide: { ...landing.hero.wide, width: deep } } }],
])('a body that is no version of the document is refused: %s', async (_what, body) => {
  const { revision } = await view();
  expect(await saveDraft(shop.ctx, ada, { key, revision, body })).toEqual({ ok: false, reason: 'unreadable' });
});

test('sections are moved and hidden, but the guarantee stays', async () => {
  const moved = landing.sections.toReversed().map((one) => ({ ...one, hidden: one.id === 'steps' }));
  expect((await publish({ ...landing, sections: moved })).ok).toBe(true);
  expect((await publishedContent(shop.ctx)).landing.sections).toEqual(moved);
  const without = landing.sections.map((one) => ({ ...one, hidden: one.id === 'included' }));
  expect(await publish({ ...landing, sections: without })).toMatchObject({ reason: 'invalid' });
  expect(await publish({ ...landing, sections: landing.sections.slice(1) })).toMatchObject({ reason: 'invalid' });
});

test('facts are filled in when a text is read', async () => {
  await publish({ ...landing, hero: { ...landing.hero, text: 'Try it for {guaranteeDays} days, or {returnDays}.' } });
  expect((await publishedContent(shop.ctx)).landing.hero.text).toBe('Try it for 30 days, or 60.');
});

test('the history shows who changed what, and an earlier version is restored', async () => {
  await publish(titled('One'));
  await publish(titled('Two'));
  const { versions } = await view();
  expect(versions[0]).toMatchObject({
    publishedBy: ada.email,
    changes: [{ place: 'Hero › Title', before: 'One', after: 'Two' }],
  });
  expect(await restore(versions[1]?.id ?? 0, ben)).toMatchObject({ ok: true });
  expect([await shownTitle(), (await view()).versions[0]?.publishedBy]).toEqual(['One', ben.email]);
  expect(await restore(999_999, ben)).toEqual({ ok: false, reason: 'gone' });
});

test('a discarded draft is gone, and what is published stays', async () => {
  await save(titled('Never'));
  expect((await discardDraft(shop.ctx, { key, revision: (await view()).revision })).ok).toBe(true);
  expect([(await view()).isDraft, (await view()).body.hero]).toMatchObject([false, { title: landing.hero.title }]);
});

test('a scheduled draft is published at its time, not before', async () => {
  const at = new Date(shop.ctx.now().getTime() + 60_000);
  await save(titled('Tomorrow'));
  const { revision } = await view();
  expect(await schedulePublication(shop.ctx, { key, revision, at: new Date(0) })).toMatchObject({ reason: 'past' });
  expect((await schedulePublication(shop.ctx, { key, revision, at })).ok).toBe(true);
  await publishDue(shop.ctx, notCompared);
  expect(await shownTitle()).toBe(landing.hero.title);
  await publishDue({ ...shop.ctx, now: () => at }, notCompared);
  expect([await shownTitle(), (await view()).publishAt]).toEqual(['Tomorrow', null]);
});

test('the titles of a running comparison cannot be changed, other texts can', async () => {
  await save(titled('Other'));
  const compared = () => Promise.resolve(true);
  expect(await publishSaved(compared)).toMatchObject({ reason: 'compared' });
  await save({ ...landing, look: { title: 'Closer' } });
  expect(await publishSaved(compared)).toMatchObject({ ok: true });
});

test('a live shop publishes no figure or proof without an entry in the claims ledger', async () => {
  const ctx = { ...shop.ctx, settings: { ...shop.ctx.settings, shopMode: 'live' as const } };
  const text = 'Clinically proven: 94% saw a difference';
  await save({ ...landing, hero: { ...landing.hero, text } });
  expect(await publishSaved(notCompared, ctx)).toEqual({
    ok: false,
    reason: 'unproven',
    claims: ['clinically', 'proven', '94%'],
  });
  expect(unprovenClaims({ text: `Only ${formatUsd(5_900)}` }, [])).toEqual([]);
  const src = '/content-pictures/0c7d4236-9943-4c1e-9b3a-2f1d5e6a7b80';
  expect(unprovenClaims({ src, to: 'https://example.com/2013', updatedAt: '2027-01-31' }, [])).toEqual([]);
});

test('restoring a version keeps the draft of another admin, and refuses compared titles and unproven claims', async () => {
  await publish(titled('Clinically proven glow'));
  const [claimed] = (await view()).versions;
  await restore(null);
  await save(titled('Ben is still writing'), ben);
  expect((await restore(null)).ok).toBe(true);
  expect([(await view()).draftBy, (await view()).body.hero]).toMatchObject([
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

test('a new picture takes nothing from the one that it replaces', async () => {
  const { focus, ...picture } = { ...landing.closing.picture, src: '/media/other', widths: [480] };
  expect(focus).toBeDefined();
  await publish({ ...landing, closing: { ...landing.closing, picture } });
  expect((await publishedContent(shop.ctx)).landing.closing.picture).toEqual(picture);
});

test('documents are parsed again only when one was saved or published', async () => {
  let generation = 0;
  const keeping = { generation: () => generation, isFresh: ({ since }: { since: number }) => since === generation };
  const ctx = { ...shop.ctx, keeping };
  const first = await publishedContent(ctx);
  generation += 1;
  expect(await publishedContent(ctx)).toBe(first);
  await publish(titled('Parsed again'));
  generation += 1;
  expect((await publishedContent(ctx)).landing.hero.title).toBe('Parsed again');
});
