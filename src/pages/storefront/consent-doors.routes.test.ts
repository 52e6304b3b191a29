import { globSync, readFileSync } from 'node:fs';

import { like } from 'drizzle-orm';
import { expect } from 'vitest';

import { consents } from '#modules/accounts/tables.server.ts';
import { consentVersion } from '#modules/accounts/ads-consent.ts';
import { mails } from '#modules/email/tables.server.ts';
import { dialogTriggers, type CaptureTrigger } from '#modules/marketing/email-capture.ts';
import { emailConsent } from '#modules/marketing/email-consent.ts';
import { captureRefusals } from '#modules/marketing/email-capture.schema.ts';
import { automationRecipients, emailCaptures } from '#modules/marketing/tables.server.ts';
import { queryOf } from '#modules/quiz/quiz.ts';
import { rateLimitPoints } from '#platform/limits/tables.server.ts';

import { sendForm } from '../../../tests/support/page-requests.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { givenProduct, newVisitor } from '../../../tests/support/shop-visitor.ts';
import * as emails from '../admin/subscribers.tsx';
import * as quiz from './quiz.tsx';
import * as reviews from './reviews.tsx';
import * as unsubscribe from './unsubscribe.tsx';

const now = new Date('2026-11-28T09:30:00Z');
const test = testWithShop({
  settings: { RATE_LIMITS: 'on' },
  now: () => now,
  prepare: (shop) => givenProduct(shop, { onHand: 0 }),
});
test.beforeEach(async ({ shop }) => {
  for (const table of [emailCaptures, mails, rateLimitPoints]) await shop.ctx.db.delete(table);
});

const answers = { primaryConcern: 'pigmentation', age: '18-29', experience: 'beginner', timeline: '1-month' } as const;
const quizPath = `/quiz?${queryOf({ currentStep: 5, answers })}`;

type Door = { trigger: CaptureTrigger; send: (shop: TestShop, email: string) => Promise<unknown> };

const byCall = (trigger: CaptureTrigger): Door['send'] => {
  return async (shop, email) => (await newVisitor(shop).send('POST', '/capture-email', { email, trigger })).body;
};
const byForm =
  (page: { action: (args: never) => unknown }, path: string, fields: Record<string, string>): Door['send'] =>
  (shop, email) =>
    sendForm(shop, { action: page.action, path, user: null }, { ...fields, email });

/** Ways by which an address agrees to emails. Each returns the response. */
const doors: Record<string, Door> = {
  ...Object.fromEntries(
    dialogTriggers.map((trigger) => [`the dialog (${trigger})`, { trigger, send: byCall(trigger) }]),
  ),
  'the newsletter box': { trigger: 'newsletter', send: byCall('newsletter') },
  "the newsletter box's plain form": {
    trigger: 'newsletter',
    send: byForm(reviews, '/reviews', { form: 'newsletter' }),
  },
  'the box below the quiz': {
    trigger: 'newsletter',
    send: byForm(quiz, quizPath, { form: 'plan', newsletter: 'on' }),
  },
};
const named = Object.entries(doors);

const stored = (shop: TestShop) => shop.ctx.db.select().from(emailCaptures);

test.for<[string, string]>([
  ['nothing', ''],
  ['a name', 'mia'],
  ['half a domain', 'mia@example'],
  ['two addresses', 'mia@example.com, eve@example.com'],
  ['a name and an address', 'Eve <eve@example.com>'],
  ['a header', 'mia@example.com\r\nBcc: eve@example.com'],
  ['an overlong address', `${'x'.repeat(300)}@example.com`],
])('%s instead of an address is refused alike by every door, and nothing is stored', async ([, email], { shop }) => {
  for (const [door, { send }] of named) {
    expect(JSON.stringify(await send(shop, email)), door).toContain(captureRefusals.bad_address);
    expect([door, await stored(shop), await shop.ctx.db.$count(mails)]).toEqual([door, [], 0]);
  }
});

test('an address in other signs is recorded alike by every door: text version, time and source', async ({ shop }) => {
  for (const [door, { trigger, send }] of named) {
    await shop.ctx.db.delete(emailCaptures);
    await send(shop, ' Mia\u200b@ＥＸＡＭＰＬＥ.com ');
    const record = { email: 'mia@example.com', trigger, consentVersion: emailConsent.version, createdAt: now };
    expect([door, await stored(shop)]).toMatchObject([door, [record]]);
  }
});

test('the 31st address an hour from one network is refused alike by every door', async ({ shop }) => {
  for (const [door, { send }] of named) {
    await shop.ctx.db.delete(rateLimitPoints);
    await send(shop, 'mia@example.com');
    const isCounted = like(rateLimitPoints.key, 'capture-email:%');
    await shop.ctx.db.update(rateLimitPoints).set({ points: 30 }).where(isCounted);
    await shop.ctx.db.delete(emailCaptures);
    expect(JSON.stringify(await send(shop, 'ada@example.com')), door).toContain(captureRefusals.too_many);
    expect([door, await stored(shop)]).toEqual([door, []]);
  }
});

/** Ways by which a recipient stops the emails. Each returns the status of its response. */
const exits: Record<string, (shop: TestShop, recipient: string) => Promise<number>> = {
  "the link's page": (shop, recipient) => {
    const page = { action: withParams(unsubscribe.action, { recipient }), path: '/unsubscribe/:recipient', user: null };
    return statusOf(() => sendForm(shop, page, { form: 'stop' }));
  },
  'the button of a mail program': async (shop, recipient) =>
    (await shop.app.request(`/unsubscribe/${recipient}`, { method: 'POST', body: 'List-Unsubscribe=One-Click' }))
      .status,
};

type Action = (args: never) => unknown;

/** Returns an action that is called at an address with these parameters. */
const withParams =
  (action: Action, params: object): Action =>
  (args: object) =>
    action({ ...args, params } as never);

async function statusOf(send: () => Promise<{ status: number }>): Promise<number> {
  try {
    return (await send()).status;
  } catch (error) {
    return Number(Reflect.get(Object(error), 'status'));
  }
}

const recipients = (shop: TestShop) => shop.ctx.db.select().from(automationRecipients);

async function givenRecipient(shop: TestShop): Promise<string> {
  await shop.ctx.db.delete(automationRecipients);
  const [row] = await shop.ctx.db.insert(automationRecipients).values({ addressHash: crypto.randomUUID() }).returning();
  return row?.id ?? '';
}

test('a recipient is unsubscribed at the same time by every link, also twice', async ({ shop }) => {
  for (const [exit, leave] of Object.entries(exits)) {
    const id = await givenRecipient(shop);
    expect([exit, await leave(shop, id), await leave(shop, id)]).toEqual([exit, 200, 200]);
    expect([exit, await recipients(shop)]).toMatchObject([exit, [{ stoppedAt: now }]]);
  }
});

test.for<[string, string]>([
  ['no link', 'x'],
  ['a link of nobody', crypto.randomUUID()],
])('%s unsubscribes nobody, at every door', async ([, recipient], { shop }) => {
  for (const [exit, leave] of Object.entries(exits)) {
    await givenRecipient(shop);
    expect([exit, await leave(shop, recipient)]).toEqual([exit, 404]);
    expect([exit, await recipients(shop)]).toMatchObject([exit, [{ stoppedAt: null }]]);
  }
});

test('an admin unsubscribes an address that asked, and a missing one is refused', async ({ shop }) => {
  await givenRecipient(shop);
  await byCall('newsletter')(shop, 'mia@example.com');
  const [capture] = await stored(shop);
  const stop = (id: string) => sendForm(shop, { action: emails.action, path: '/admin/emails' }, { form: 'stop', id });
  expect((await stop(capture?.id ?? '')).status).toBe(200);
  expect((await recipients(shop)).filter(({ stoppedAt }) => stoppedAt !== null)).toMatchObject([{ stoppedAt: now }]);
  expect((await stop(crypto.randomUUID())).status).toBe(422);
});

test('agreement to an older text of the question does not measure, and its record names that text', async ({
  shop,
}) => {
  const measured = async (version: string) => {
    const response = await shop.app.request('/api/consent', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.ctx.settings.publicUrl },
      body: JSON.stringify({ ads: true, version }),
    });
    return response.headers.get('set-cookie') ?? '';
  };
  expect(await measured('2026-01-01')).toContain('ads_consent=2026-01-01;');
  expect(await measured(consentVersion)).toContain(`ads_consent=${consentVersion};`);
  const records = await shop.ctx.db.select().from(consents);
  expect(new Set(records.map(({ version }) => version))).toEqual(new Set(['2026-01-01', consentVersion]));
});

/** Product files that import a file, by the end of its name. */
function importersOf(file: string): string[] {
  const files = globSync('src/**/*.{ts,tsx}').filter((one) => !/\.test\.tsx?$/.test(one));
  return files.filter((one) => readFileSync(one, 'utf8').includes(`/${file}'`)).toSorted();
}

test('no other code records a consent or ends one: a new door must be in this test', () => {
  expect(importersOf('email-capture.server.ts')).toEqual([
    'src/modules/marketing/marketing.routes.server.ts',
    'src/pages/storefront/quiz.tsx',
    'src/pages/storefront/reviews.tsx',
  ]);
  expect(importersOf('automations.server.ts')).toEqual([
    'src/modules/marketing/marketing.jobs.server.ts',
    'src/modules/marketing/marketing.routes.server.ts',
    'src/pages/admin/subscribers.tsx',
    'src/pages/storefront/resume.tsx',
    'src/pages/storefront/unsubscribe.tsx',
  ]);
  expect(importersOf('email-capture.queries.server.ts')).toEqual([
    'src/modules/customers/customers.server.ts',
    'src/modules/marketing/automations.queries.server.ts',
    'src/modules/marketing/back-in-stock.server.ts',
    'src/modules/marketing/capture-codes.server.ts',
    'src/modules/marketing/email-capture.server.ts',
    'src/modules/marketing/list-captures.server.ts',
    'src/modules/marketing/marketing.personal-data.server.ts',
    'src/modules/sample-data/remove-samples.server.ts',
    'src/pages/admin/subscribers-csv.tsx',
    'src/pages/admin/subscribers.tsx',
  ]);
  // The codes and the sign-up ask who left, and write the link by which a recipient leaves.
  expect(importersOf('automations.queries.server.ts')).toEqual([
    'src/modules/marketing/automations.server.ts',
    'src/modules/marketing/back-in-stock.server.ts',
    'src/modules/marketing/capture-codes.server.ts',
    'src/modules/marketing/email-capture.server.ts',
    'src/modules/marketing/marketing.emails.server.ts',
    'src/modules/marketing/marketing.personal-data.server.ts',
    'src/pages/admin/subscribers-csv.tsx',
    'src/pages/admin/subscribers.tsx',
  ]);
  expect(importersOf('ads-consent.server.ts')).toEqual([
    'src/modules/accounts/accounts.routes.server.ts',
    'src/modules/checkout/checkout.routes.server.ts',
    'src/modules/conversions/conversions.routes.server.ts',
  ]);
});
