import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { inboxRefusals } from '#modules/contact/inbox.schema.ts';
import { contactMessages } from '#modules/contact/tables.server.ts';
import { mails } from '#modules/email/tables.server.ts';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { pageCall, sendForm, signedIn } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { action, loader as messageLoader } from './message.tsx';
import { action as listAction, loader } from './messages.tsx';

async function givenMessage(shop: TestShop, subject: string, more: object = {}): Promise<string> {
  const message = { name: 'Mia', email: 'mia@example.com', subject, message: 'How long\ndoes it take?', ...more };
  await newVisitor(shop).send('POST', '/send-contact-email', message);
  const [row] = await shop.ctx.db.select().from(contactMessages).where(eq(contactMessages.subject, subject));
  return row?.id ?? '';
}

const withId = (id: string) => (args: never) => action({ ...(args as object), params: { id } } as never);
const say = (shop: TestShop, id: string, fields: Record<string, string>) =>
  sendForm(shop, { action: withId(id), path: `/admin/messages/${id}` }, fields);
const subjects = async (shop: TestShop, query: string) =>
  (await loader(pageCall(shop, `/admin/messages?${query}`, signedIn()) as never)).list.rows.map(
    ({ subject }) => subject,
  );

test('an answer is mailed only to the author, files the message and is listed below it', async ({ shop }) => {
  const id = await givenMessage(shop, 'Charging');
  expect(await subjects(shop, '')).toContain('Charging');
  expect((await say(shop, id, { form: 'answer', text: 'Two hours.' })).status).toBe(200);
  const enqueued = await shop.ctx.db.select().from(mails).where(eq(mails.kind, 'contact_answer'));
  expect(enqueued).toMatchObject([
    { toAddress: 'mia@example.com', content: { data: { answer: 'Two hours.', message: 'How long\ndoes it take?' } } },
  ]);
  expect(enqueued[0]?.subject).toMatch(/^Our answer to your message [0-9A-F]{8}$/);
  expect(await subjects(shop, '')).not.toContain('Charging');
  expect(await subjects(shop, 'state=answered')).toEqual(['Charging']);
  const { replies } = await messageLoader({ ...pageCall(shop, '/', signedIn()), params: { id } });
  expect(replies).toMatchObject([{ kind: 'answer', text: 'Two hours.', authorEmail: 'admin@shop.example' }]);
  expect(await changesOf(shop.ctx.db, { subject: `message:${id}` })).toMatchObject([{ action: 'message.answer' }]);
});

test('a note sends no mail, and a message can be filed and reopened', async ({ shop }) => {
  const id = await givenMessage(shop, 'Colour');
  expect((await say(shop, id, { form: 'note', text: 'Asked the maker' })).status).toBe(200);
  expect(await shop.ctx.db.$count(mails, eq(mails.kind, 'contact_answer'))).toBe(1);
  expect((await say(shop, id, { form: 'close' })).status).toBe(200);
  expect((await say(shop, id, { form: 'close' })).answer.message).toMatch(/already/);
  expect((await say(shop, id, { form: 'reopen' })).status).toBe(200);
  expect(await subjects(shop, 'q=colour')).toEqual(['Colour']);
});

test('spam is listed only under Spam, moves to the inbox and back, and leaves Spam when answered', async ({ shop }) => {
  const id = await givenMessage(shop, 'Autofilled', { website: 'https://mia.example' });
  expect(await subjects(shop, '')).not.toContain('Autofilled');
  expect(await subjects(shop, 'state=answered')).not.toContain('Autofilled');
  expect(await subjects(shop, 'state=spam')).toEqual(['Autofilled']);
  expect(await subjects(shop, 'state=all')).toContain('Autofilled');
  expect((await say(shop, id, { form: 'inbox' })).status).toBe(200);
  expect(await subjects(shop, '')).toContain('Autofilled');
  expect((await say(shop, id, { form: 'inbox' })).answer.message).toMatch(/already/);
  expect((await say(shop, id, { form: 'spam' })).status).toBe(200);
  expect(await subjects(shop, 'state=spam')).toEqual(['Autofilled']);
  expect((await say(shop, id, { form: 'answer', text: 'Two hours.' })).status).toBe(200);
  expect([await subjects(shop, 'state=spam'), (await subjects(shop, 'state=answered')).includes('Autofilled')]).toEqual(
    [[], true],
  );
});

test('search finds words in any order and without accents, and treats pattern characters literally', async ({
  shop,
}) => {
  await givenMessage(shop, 'Über die Größe', { name: 'Jürgen Müller', message: 'Is it 100% (new)?' });
  for (const q of ['muller', 'MÜLLER jurgen', 'uber große', '100%', '(new)?', 'new 100'])
    expect([q, await subjects(shop, `state=all&q=${encodeURIComponent(q)}`)]).toEqual([q, ['Über die Größe']]);
  for (const q of ['100_', 'm.ller', '(new', 'muller meier'])
    expect([q, (await subjects(shop, `state=all&q=${encodeURIComponent(q)}`)).length]).toEqual([
      q,
      q === '(new' ? 1 : 0,
    ]);
});

const countReplies = (shop: TestShop) => shop.ctx.db.$count(mails, eq(mails.kind, 'contact_answer'));

test('an answer that arrives twice is mailed once', async ({ shop }) => {
  const id = await givenMessage(shop, 'Twice');
  const before = await countReplies(shop);
  const sent = { form: 'answer', text: 'Once.', key: crypto.randomUUID() };
  for (let time = 0; time < 2; time += 1) expect((await say(shop, id, sent)).status).toBe(200);
  expect(await countReplies(shop)).toBe(before + 1);
});

test('an answer sent while a note of the same page is still loading is mailed', async ({ shop }) => {
  const id = await givenMessage(shop, 'At once');
  const { keys } = await messageLoader({ ...pageCall(shop, '/', signedIn()), params: { id } });
  expect((await say(shop, id, { form: 'note', text: 'Called her', key: keys.note, seen: '0' })).status).toBe(200);
  expect((await say(shop, id, { form: 'answer', text: 'Soon.', key: keys.answer, seen: '0' })).status).toBe(200);
  const { replies } = await messageLoader({ ...pageCall(shop, '/', signedIn()), params: { id } });
  expect(replies.map(({ kind, text }) => [kind, text])).toEqual([
    ['note', 'Called her'],
    ['answer', 'Soon.'],
  ]);
});

test('the second of two concurrent answers is warned before the customer gets two', async ({ shop }) => {
  const id = await givenMessage(shop, 'Both');
  const before = await countReplies(shop);
  const answer = (text: string, seen: number) =>
    say(shop, id, { form: 'answer', text, key: crypto.randomUUID(), seen: String(seen) });
  expect((await answer('The first.', 0)).status).toBe(200);
  expect(await answer('The second.', 0)).toMatchObject({
    status: 422,
    answer: { issues: { text: expect.stringMatching(/^Someone else replied/) }, values: { text: 'The second.' } },
  });
  expect(await countReplies(shop)).toBe(before + 1);
  expect((await answer('The second.', 1)).status).toBe(200);
  expect(await countReplies(shop)).toBe(before + 2);
});

test('empty answers and those over 5,000 characters are refused and returned to the form', async ({ shop }) => {
  const id = await givenMessage(shop, 'Size');
  expect((await say(shop, id, { form: 'answer', text: '  ' })).answer.issues).toHaveProperty('text');
  const long = 'x'.repeat(5_001);
  expect(await say(shop, id, { form: 'answer', text: long })).toMatchObject({
    status: 422,
    answer: { values: { text: long } },
  });
  expect((await say(shop, '5f0c1e9a-7a35-4c58-9d0e-1f6d3a2b4c99', { form: 'answer', text: 'Hi' })).status).toBe(422);
});

test('several messages are filed, moved to spam and back in one call, each audited, and the rest is named', async ({
  shop,
}) => {
  const ids = [
    await givenMessage(shop, 'Bulk one'),
    await givenMessage(shop, 'Bulk two'),
    await givenMessage(shop, 'Bulk three'),
  ];
  const page = { action: listAction, path: '/admin/messages' };
  const bulk = async (act: string, chosen: readonly string[]) =>
    (await sendForm(shop, page, { form: 'bulk', act, chosen: chosen.join('\n') })).answer;
  await say(shop, ids[2] ?? '', { form: 'spam' });
  const answer = await bulk('spam', ids);
  expect(answer.message).toBe('2 of 3 messages moved to spam. These were not changed:');
  expect(answer.result).toEqual({
    changed: [ids[0], ids[1]],
    same: [],
    refused: [{ id: ids[2], name: 'Bulk three', reason: 'already_so', sentence: inboxRefusals.already_so }],
  });
  expect((await subjects(shop, 'state=spam')).filter((subject) => subject.startsWith('Bulk'))).toHaveLength(3);
  expect(await bulk('done\ninbox', ids)).toMatchObject({ ok: true, message: '3 messages moved to the inbox.' });
  expect(await bulk('done', ids)).toMatchObject({ ok: true, message: '3 messages marked as answered.' });
  expect(await bulk('done', [])).toMatchObject({ ok: false, message: 'Select at least one message.' });
  const actions = (await changesOf(shop.ctx.db, { subject: `message:${ids[0]}` })).map(({ action: one }) => one);
  expect(actions).toEqual(['message.file', 'message.sort', 'message.sort']);
});
