import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { shopAttention } from '#app/monitoring-registry.server.ts';
import { countAlerts } from '#modules/analytics/dashboard.queries.server.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { accountMails } from '#modules/accounts/accounts.emails.server.ts';
import { countFailedMails } from '#modules/email/mail-log.queries.server.ts';
import { enqueueMail } from '#modules/email/enqueue-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { addressHash } from '#modules/marketing/automations.queries.server.ts';
import { automationRecipients, emailCaptures } from '#modules/marketing/tables.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { loader as auditLoader } from './audit.tsx';
import { differences } from './audit-text.ts';
import { loader as emailsExport } from './subscribers-csv.tsx';
import { action as emailsAction, loader as emailsLoader } from './subscribers.tsx';
import { action, loader as mailsLoader } from './email-log.tsx';

const call = (shop: TestShop, path: string) => pageCall(shop, path, signedIn()) as never;

test('captured addresses are filtered by source and exported, with formulas disarmed', async ({ shop }) => {
  const at = new Date('2026-11-01T10:00:00Z');
  const row = { discountPercent: 15, consentVersion: '2026-11-21', createdAt: at };
  await shop.ctx.db.insert(emailCaptures).values([
    { ...row, email: '=cmd@example.com', trigger: 'manual' },
    { ...row, email: 'mia@example.com', trigger: 'newsletter', discountPercent: 0 },
  ]);
  const { list } = await emailsLoader(call(shop, '/admin/emails?from=newsletter'));
  expect(list.rows.map(({ email }) => email)).toEqual(['mia@example.com']);
  const answer = await emailsExport(call(shop, '/admin/emails.csv'));
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="emails-\d{4}-\d\d-\d\d\.csv"$/);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.subarray(0, 3)], 'the mark by which a spreadsheet reads UTF-8').toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(bytes).trim().split('\r\n').toSorted();
  expect(lines).toEqual([
    "'=cmd@example.com,manual,15,2026-11-21,2026-11-01T10:00:00.000Z",
    'email,came_from,discount_percent,consent_version,consented_at',
    'mia@example.com,newsletter,0,2026-11-21,2026-11-01T10:00:00.000Z',
  ]);
});

test('an unsubscribed address is listed only as unsubscribed, until it signs up again', async ({ shop }) => {
  const day = (date: number) => new Date(Date.UTC(2026, 10, date));
  const row = { trigger: 'newsletter' as const, discountPercent: 0, consentVersion: '2026-11-21' };
  const left = (email: string, date: number) => ({ ...row, email, createdAt: day(date) });
  await shop.ctx.db.insert(emailCaptures).values([left('gone@example.com', 1), left('back@example.com', 3)]);
  const stopped = (email: string) => ({ addressHash: addressHash(email), stoppedAt: day(2) });
  await shop.ctx.db.insert(automationRecipients).values(['gone@example.com', 'back@example.com'].map(stopped));
  const shown = async (query: string) =>
    (await emailsLoader(call(shop, `/admin/emails?${query}`))).list.rows.map(({ email }) => email);
  expect(await shown('')).not.toContain('gone@example.com');
  expect(await shown('show=stopped')).toEqual(['gone@example.com']);
  const [back] = (await emailsLoader(call(shop, '/admin/emails?q=back'))).list.rows;
  const stop = (id = '') => sendForm(shop, { action: emailsAction, path: '/admin/emails' }, { form: 'stop', id });
  const text = await (await emailsExport(call(shop, '/admin/emails.csv'))).text();
  expect([text.includes('gone@example.com'), text.includes('back@example.com')]).toEqual([false, true]);
  expect((await stop(back?.id)).status).toBe(200);
  expect(await shown('')).not.toContain('back@example.com');
  expect(await shown('show=stopped')).toEqual(['back@example.com', 'gone@example.com']);
  expect((await stop('5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c99')).status).toBe(422);
});

test('a failed mail is resent with its own message id, a queued one is not', async ({ shop }) => {
  const data = { firstName: 'Mia', url: 'https://shop.example', shopUrl: 'https://shop.example' };
  await enqueueMail(shop.ctx.db, shop.ctx, { kind: accountMails.verify_email, to: 'mia@example.com', data });
  const [mail] = (await mailsLoader(call(shop, '/admin/mails?q=mia'))).list.rows;
  const id = mail?.id ?? '';
  const resend = () => sendForm(shop, { action, path: '/admin/mails' }, { form: 'resend', id });
  expect((await resend()).answer.message).toMatch(/still queued/);
  await shop.ctx.db.update(mails).set({ state: 'failed', attempts: 22, lastError: 'no' }).where(eq(mails.id, id));
  expect((await resend()).status).toBe(200);
  expect((await mailsLoader(call(shop, '/admin/mails?state=queued'))).list.rows).toMatchObject([
    { id, attempts: 0, lastError: null },
  ]);
  const [entry] = await changesOf(shop.ctx.db, { subject: `mail:${id}` });
  expect(entry).toMatchObject({ action: 'mail.resend', after: { kind: 'verify_email' } });
  expect(JSON.stringify(entry)).not.toContain('mia@example.com');
});

test('a dismissed email leaves the failed ones, once and audited, and can still be sent again', async ({ shop }) => {
  const data = { firstName: 'Noah', url: 'https://shop.example', shopUrl: 'https://shop.example' };
  await enqueueMail(shop.ctx.db, shop.ctx, { kind: accountMails.verify_email, to: 'noah@example.com', data });
  const [mail] = (await mailsLoader(call(shop, '/admin/mails?q=noah'))).list.rows;
  const id = mail?.id ?? '';
  const say = async (form: string) => (await sendForm(shop, { action, path: '/admin/mails' }, { form, id })).answer;
  const failed = async () => {
    const items = await countAlerts(shop.ctx.db, shopAttention(shop.ctx.settings));
    const count = items.find(({ many }) => many === 'failed emails')?.count ?? NaN;
    expect(await countFailedMails(shop.ctx.db)).toBe(count);
    return count;
  };
  const before = await failed();
  expect((await say('dismiss')).message).toMatch(/only failed emails/);
  await shop.ctx.db.update(mails).set({ state: 'failed', lastError: 'no' }).where(eq(mails.id, id));
  expect(await failed()).toBe(before + 1);
  expect(await say('dismiss')).toMatchObject({ ok: true });
  expect(await say('dismiss')).toMatchObject({ ok: true });
  expect(await failed()).toBe(before);
  const shown = async (state: string) =>
    (await mailsLoader(call(shop, `/admin/mails?q=noah&state=${state}`))).list.rows.map((row) => row.lastError);
  expect([await shown('failed'), await shown('dismissed')]).toEqual([[], ['no']]);
  const entries = await changesOf(shop.ctx.db, { subject: `mail:${id}` });
  expect(entries.map((entry) => entry.action)).toEqual(['mail.dismiss']);
  expect(await say('resend')).toMatchObject({ ok: true });
  expect([await shown('dismissed'), await shown('queued')]).toEqual([[], [null]]);
});

test('changes are found by subject, by author and by kind', async ({ shop }) => {
  const actor = (email: string) => ({ id: null, email, requestId: 'r' });
  const change = { action: 'order.status', before: { status: 'paid' }, after: { status: 'shipped' } };
  await recordChange(shop.ctx.db, actor('ada@shop.example'), { ...change, subject: 'order:HR-1' });
  await recordChange(shop.ctx.db, actor('bo@shop.example'), { ...change, subject: 'order:HR-2' });
  const found = async (query: string) =>
    (await auditLoader(call(shop, `/admin/audit?${query}`))).list.rows.map(({ subject }) => subject);
  expect(await found('q=hr-1')).toEqual(['order:HR-1']);
  expect(await found('actor=bo%40shop.example')).toEqual(['order:HR-2']);
  expect(await found('kind=order')).toEqual(['order:HR-2', 'order:HR-1']);
  expect(await found('q=%25')).toEqual([]);
});

test('changes show only the differences, with amounts in dollars and moments in UTC', () => {
  const before = { salePriceCents: 5_900, isActive: true, features: ['a'], name: 'Wand' };
  const after = { salePriceCents: null, isActive: false, features: ['a', 'b'], name: 'Wand' };
  expect(differences(before, after)).toEqual([
    { name: 'Sale price', before: '$59.00', after: 'none' },
    { name: 'Is active', before: 'yes', after: 'no' },
    { name: 'Features', before: 'a', after: 'a, b' },
  ]);
  expect(differences(null, { note: 'x' })).toEqual([{ name: 'Note', before: null, after: 'x' }]);
  expect(differences({ handledAt: null }, { handledAt: '2026-11-21T13:35:34.527Z' })).toEqual([
    { name: 'Handled at', before: 'none', after: 'Nov 21, 2026, 1:35 PM UTC' },
  ]);
});
