import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';

import { endorsements } from '#content/endorsements.ts';
import { landing } from '#content/landing.ts';
import { photoProblems } from '#shared/photo.ts';

import { initialAddresses } from '../support/page-addresses.ts';
import { testWithShop } from './fixtures.ts';
import { laptop, openAdmin } from './support/admin-pages.ts';
import { phone } from './support/browser-visitors.ts';
import { mailTo } from './support/dev-mailbox.ts';
import { axeViolations } from './support/page-checks.ts';
import { orderOf } from './support/order-by-api.ts';
import { owner } from './support/sign-in.ts';
import { startShopServer } from './support/shop-server.ts';

const test = testWithShop();

const part = (page: Page, name: string) =>
  page.locator('details[name="part"] > summary').filter({ hasText: new RegExp(`^${name}`) });

/** Opens the editor of a document and one of its parts. */
async function openPart(page: Page, document: string, name: string): Promise<void> {
  await openAdmin(page, `content/${document}`);
  await page.locator('iframe').waitFor({ state: 'attached' });
  await part(page, name).click();
}

const field = (page: Page, path: string) => page.locator(`[id="content-${path}"]`);

/** Changes the document and waits until the draft with the change is stored. */
async function saves(page: Page, change: () => Promise<unknown>): Promise<void> {
  const stored = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/admin/content/'),
  );
  await change();
  await stored;
  await page.getByText('Draft saved.').waitFor();
}

async function publish(page: Page): Promise<void> {
  // The sentence of an earlier publication may still stand there.
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('publish') === true);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  expect((await answered).status()).toBe(200);
  await page.getByText('Published. Your changes are live.').first().waitFor();
}

async function restoreOriginal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Restore the original content' }).click();
  await page.getByRole('button', { name: 'Restore and publish' }).click();
  await page.getByText('Version restored. It’s live now.').first().waitFor();
}

async function discardDraft(page: Page): Promise<void> {
  await page.getByText('Discard draft…').click();
  await page.getByRole('button', { name: 'Discard draft', exact: true }).click();
  await page.getByText('Draft discarded.').first().waitFor();
}

const html = async (page: Page, path: string) => (await page.request.get(path)).text();
const titleOf = (text: string) => /<h1[^>]*>([^<]+)</.exec(text)?.[1];

/** Places of sections of the landing page in its HTML, in order. */
const sectionsIn = (text: string, ids: readonly string[]) =>
  ids
    .filter((id) => text.includes(`id="${id}"`))
    .toSorted((a, b) => text.indexOf(`id="${a}"`) - text.indexOf(`id="${b}"`));

test('the owner changes title, sections, a picture and the guarantee; a guest and a second process show it, and restoring brings the old page back', async ({
  shop,
  newAdmin,
  newShopper,
}) => {
  const second = await startShopServer({ DATABASE_URL: shop.databaseUrl() });
  try {
    const { page, problems } = await newAdmin();
    const guest = await newShopper(phone);
    const other = (path: string) => fetch(second.url + path).then((answer) => answer.text());
    const before = await html(guest.page, '/');
    expect(titleOf(before)).toBe(landing.hero.title);
    await other('/');

    await openPart(page, 'landing', 'Hero');
    await saves(page, () => field(page, 'hero.title').fill('Light for your morning'));
    await expect.poll(() => page.frameLocator('iframe').locator('h1').innerText()).toBe('Light for your morning');
    expect(titleOf(await html(guest.page, '/'))).toBe(landing.hero.title);

    const photo = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#a33' } })
      .jpeg()
      .toBuffer();
    const picture = { name: 'light.jpg', mimeType: 'image/jpeg', buffer: photo };
    await field(page, 'hero.wide-file').setInputFiles(picture);
    const alt = field(page, 'hero.wide.alt');
    await expect.poll(() => alt.inputValue()).toBe('');
    await page.getByText('1 field to fix').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Some fields need attention.').first().waitFor();
    await alt.fill('A red field');
    await page.getByText('1 field to fix').waitFor({ state: 'detached' });

    await part(page, 'Sections below the hero').click();
    await page.getByRole('button', { name: 'Move Questions up' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move Questions up');
    await saves(page, () => page.getByRole('checkbox', { name: 'Three steps' }).uncheck());
    await publish(page);

    await openPart(page, 'site', 'Facts');
    // A return window cannot be shorter than the guarantee.
    await saves(page, () => field(page, 'facts.returnDays').fill('45'));
    await saves(page, () => field(page, 'facts.guaranteeDays').fill('45'));
    await publish(page);

    for (const read of [(path: string) => html(guest.page, path), other]) {
      await expect.poll(async () => titleOf(await read('/'))).toBe('Light for your morning');
      await expect.poll(() => read('/')).toContain('45-day money-back guarantee');
      const now = await read('/');
      expect(now).toContain('/content-pictures/');
      expect(sectionsIn(now, ['steps', 'included', 'faq', 'closing'])).toEqual(['faq', 'included', 'closing']);
      await expect.poll(() => read('/product')).toContain('"merchantReturnDays":45');
      await expect.poll(() => read('/terms-of-service')).toContain('45-day money-back guarantee');
      await expect.poll(() => read('/return-policy')).toContain('45-Day Risk-Free Return Policy');
    }
    const uploaded = /\/content-pictures\/[\w-]+-480\.avif/.exec(await html(guest.page, '/'))?.[0] ?? '';
    expect((await guest.page.request.get(uploaded)).headers()['content-type']).toBe('image/avif');

    await openAdmin(page, 'content');
    const own = page.getByRole('row').filter({ hasText: 'Your photograph' });
    expect(await own.count()).toBe(1);
    await own.getByRole('link', { name: 'Hero on wide screens' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content-hero.wide-file');

    for (const document of ['site', 'landing']) {
      await openAdmin(page, `content/${document}`);
      await restoreOriginal(page);
    }
    await expect.poll(async () => titleOf(await other('/'))).toBe(landing.hero.title);
    expect(sectionsIn(await html(guest.page, '/'), ['steps', 'included', 'faq', 'closing'])).toEqual([
      'steps',
      'included',
      'faq',
      'closing',
    ]);
    // The draft without an alternative text was refused once.
    expect(problems).toEqual([expect.stringContaining('422')]);
  } finally {
    await second.stop();
  }
});

test('an owner adds press with a logo by clicks, and the landing page shows it instead of the samples', async ({
  newAdmin,
  newShopper,
}) => {
  const { page } = await newAdmin();
  const guest = await newShopper(phone);
  await guest.page.goto('/');
  const section = guest.page.getByRole('region', { name: endorsements.title });
  expect(await section.getByText('Sample', { exact: true }).count()).toBe(8);
  await openPart(page, 'endorsements', 'Press');
  await page.getByRole('button', { name: 'Add article' }).click();
  await field(page, 'press.0.name').fill('The Gazette');
  await field(page, 'press.0.quote').fill('A minute well spent.');
  const [width, height] = [400, 100];
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#134e4a' } })
    .png()
    .toBuffer();
  await page
    .locator('[id="content-press.0.logo-file"]')
    .setInputFiles({ name: 'gazette.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Remove the logo' }).waitFor();
  await saves(page, () => field(page, 'press.0.to').fill('https://gazette.example/wand'));
  await publish(page);
  await expect.poll(() => html(guest.page, '/')).toContain('A minute well spent.');
  await guest.page.reload();
  expect(await section.getByText('Sample', { exact: true }).count()).toBe(0);
  await section.getByRole('img', { name: 'The Gazette' }).scrollIntoViewIfNeeded();
  const article = section.getByRole('link', { name: 'Read the article The Gazette' });
  expect(await article.getAttribute('href')).toBe('https://gazette.example/wand');
  await restoreOriginal(page);
  await expect.poll(() => html(guest.page, '/')).not.toContain('A minute well spent.');
});

test('two owners who edit one document both keep their texts, and choose where both changed the same', async ({
  newAdmin,
}) => {
  const [ada, ben] = [await newAdmin(), await newAdmin()];
  await openPart(ada.page, 'landing', 'Look closer');
  await openPart(ben.page, 'landing', 'Last call');
  await saves(ada.page, () => field(ada.page, 'look.title').fill('Ada looks closer'));
  // Ben’s page has the old title. Saving another text takes hers over.
  await saves(ben.page, () => field(ben.page, 'closing.title').fill('Ben closes'));
  await part(ben.page, 'Look closer').click();
  await expect.poll(() => field(ben.page, 'look.title').inputValue()).toBe('Ada looks closer');

  await saves(ada.page, () => field(ada.page, 'look.title').fill('Ada looks again'));
  await part(ada.page, 'Last call').click();
  await expect.poll(() => field(ada.page, 'closing.title').inputValue()).toBe('Ben closes');
  await field(ben.page, 'look.title').fill('Ben looks closer');
  const question = ben.page
    .getByRole('alert')
    .filter({ hasText: 'Someone else changed the same text: Look closer › Title.' });
  await question.waitFor();
  for (const text of ['Ben looks closer', 'Ada looks again']) await question.getByText(text, { exact: true }).waitFor();
  expect(await field(ben.page, 'look.title').inputValue()).toBe('Ben looks closer');
  expect(await axeViolations(ben.page)).toEqual([]);
  await saves(ben.page, () => ben.page.getByRole('button', { name: 'Mine: Look closer › Title' }).click());

  await part(ada.page, 'Look closer').click();
  await field(ada.page, 'look.title').fill('Ada insists');
  await saves(ada.page, () => ada.page.getByRole('button', { name: 'Theirs: Look closer › Title' }).click());
  await ada.page.reload();
  await part(ada.page, 'Look closer').click();
  expect(await field(ada.page, 'look.title').inputValue()).toBe('Ben looks closer');
  await part(ada.page, 'Last call').click();
  expect(await field(ada.page, 'closing.title').inputValue()).toBe('Ben closes');
  await discardDraft(ada.page);
});

test('a picture of 35 MB and a HEIC are refused with a sentence before they are sent', async ({ newAdmin }) => {
  const { page } = await newAdmin();
  const posts: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())));
  const folder = mkdtempSync(join(tmpdir(), 'shop-picture-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const large = join(folder, 'large.png');
  writeFileSync(large, Buffer.concat([Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'), Buffer.alloc(35 * 1024 * 1024)]));
  const heic = join(folder, 'IMG_0001.HEIC');
  writeFileSync(heic, Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0heicmif1', 'latin1'));
  const sentences = [
    [large, 'This picture has 35 MB. Up to 10 MB, please.'],
    [heic, photoProblems.photo_heic],
  ] as const;
  await openPart(page, 'landing', 'Hero');
  for (const [file, sentence] of sentences) {
    await field(page, 'hero.wide-file').setInputFiles(file);
    await page.getByRole('status').filter({ hasText: sentence }).waitFor();
  }
  await openAdmin(page, 'product');
  for (const [file, sentence] of sentences) {
    await page.getByLabel('Image', { exact: true }).setInputFiles(file);
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    expect(await page.getByRole('button', { name: 'Upload image' }).isDisabled()).toBe(true);
  }
  expect(posts.filter((url) => url.includes('/admin/'))).toEqual([]);
});

test('a draft survives the end of the shop by SIGKILL, and typing goes on when the shop is back', async ({
  shop,
  newAdmin,
}) => {
  const { page } = await newAdmin();
  await openPart(page, 'landing', 'Last call');
  // A second try finds the draft of the first, and the same text would not be saved again.
  const during = `During the cut ${Date.now()}`;
  await saves(page, () => field(page, 'closing.title').fill(`Before the cut ${Date.now()}`));
  await shop.kill();
  await field(page, 'closing.title').fill(during);
  await page.getByText('Not saved yet. Your text is still here.').waitFor();
  // The start of a shop on a busy machine is no part of the time that saving may take.
  await shop.start();
  await page.getByText('Draft saved.').waitFor();
  await page.reload();
  await part(page, 'Last call').click();
  expect(await field(page, 'closing.title').inputValue()).toBe(during);
});

test('a long text is saved, and one that is too long is refused with a sentence and stays in the editor', async ({
  newAdmin,
}) => {
  const { page } = await newAdmin();
  // A browser on a busy machine takes long to lay out so much text.
  page.setDefaultTimeout(60_000);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/admin/')) sent.push(request.url());
  });
  await openPart(page, 'reviews', 'While there is no review');
  const text = field(page, 'empty.text');
  await saves(page, () => text.fill('All day. '.repeat(12_000)));
  await page.reload();
  await part(page, 'While there is no review').click();
  expect((await text.inputValue()).length).toBe(108_000);
  sent.length = 0;
  await text.fill('All day. '.repeat(60_000));
  await page.getByText('This text is too long to save.').waitFor();
  expect([(await text.inputValue()).length, sent.length]).toEqual([540_000, 1]);
  await saves(page, () => text.fill('All day.'));
  await discardDraft(page);
});

test('a guest and a customer see no draft, and an admin opens the editor from the page', async ({
  shop,
  newAdmin,
  newShopper,
}) => {
  const { page } = await newAdmin();
  await openPart(page, 'landing', 'Hero');
  await saves(page, () => field(page, 'hero.title').fill(''));
  await page.getByText('Missing or not valid, so the preview can’t show it: Hero › Title.').waitFor();
  await expect.poll(() => page.frameLocator('iframe').locator('h1').innerText()).toBe('[Title is missing]');
  await saves(page, () => field(page, 'hero.title').fill('Only for the owner'));
  expect(titleOf(await html(page, '/?draft=landing'))).toBe('Only for the owner');
  const guest = await newShopper(laptop);
  const published = titleOf(await html(guest.page, '/'));
  const answer = await guest.page.request.get('/?draft=landing');
  expect([titleOf(await answer.text()), answer.headers()['x-frame-options']]).toEqual([published, 'DENY']);
  expect((await fetch(`${shop.url}/admin/content/landing`, { redirect: 'manual' })).status).toBe(302);
  await page.goto('/');
  await page.getByRole('link', { name: 'Edit this page' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Landing page' }).waitFor();
});

test('the owner writes a blog post; a guest reads it in the page and the sitemap until it is unpublished', async ({
  newAdmin,
  newShopper,
}) => {
  const { page } = await newAdmin();
  const guest = await newShopper(phone);
  await openPart(page, 'blog', 'Posts');
  await page.getByRole('button', { name: 'Add post' }).click();
  const post = (name: string) => page.locator(`[id^="content-posts."][id$=".${name}"]`).last();
  await post('title').fill('A quiet evening');
  await post('slug').fill('a-quiet-evening');
  await post('state').selectOption('published');
  await post('date').fill('2026-11-26');
  await post('summary').fill('How to end a day with one minute of light.');
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
  await post('picture-file').setInputFiles({ name: 'evening.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.locator('img[src*="/content-pictures/"]').waitFor();
  await post('alt').fill('A red evening');
  await post('body').click();
  await saves(page, () => page.keyboard.type('Light first. You have {guaranteeDays} days to try it.'));
  await publish(page);
  const shown = await html(guest.page, '/blog/a-quiet-evening');
  expect(shown).toContain('Light first. You have 30 days to try it.');
  expect(await html(guest.page, '/blog')).toContain('A quiet evening');
  expect(await html(guest.page, '/sitemap.xml')).toContain('/blog/a-quiet-evening');
  await part(page, 'Posts').click();
  await page.locator('summary').filter({ hasText: 'A quiet evening' }).click();
  await saves(page, () => post('state').selectOption('draft'));
  await publish(page);
  expect((await guest.page.request.get('/blog/a-quiet-evening')).status()).toBe(404);
  expect(await html(guest.page, '/sitemap.xml')).not.toContain('/blog/a-quiet-evening');
});

test('an edited confirmation email is sent with the next order, and an order from before keeps its guarantee', async ({
  shop,
  newAdmin,
}) => {
  const { page } = await newAdmin();
  const before = await orderOf(shop.url, owner);
  await openPart(page, 'site', 'Facts');
  // A return window cannot be shorter than the guarantee.
  await saves(page, () => field(page, 'facts.returnDays').fill('45'));
  await saves(page, () => field(page, 'facts.guaranteeDays').fill('45'));
  await publish(page);
  await openPart(page, 'emails', 'Order confirmation');
  await saves(page, () => field(page, 'order_confirmation.heading').fill('Hello, new light'));
  await publish(page);
  const after = await orderOf(shop.url, owner);
  const mail = await mailTo(page, owner.email, /Hello, new light/);
  expect(mail).toContain(after);
  expect(mail).toContain('45 days');
  for (const [number, days] of [
    [before, 30],
    [after, 45],
  ] as const) {
    await openAdmin(page, `orders/${number}`);
    await page.getByText(`Policy at purchase: ${days}-day money-back guarantee`).waitFor();
  }
});

test('texts that name the price and the number of reviews follow a new price: page, search engine data, a second process and the next email', async ({
  shop,
  newAdmin,
  newShopper,
}) => {
  const second = await startShopServer({ DATABASE_URL: shop.databaseUrl() });
  try {
    const { page } = await newAdmin();
    const guest = await newShopper(phone);
    await openPart(page, 'landing', 'Questions');
    const answer = 'It is {price}. {reviewCount} people have said how it is.';
    await saves(page, () => field(page, 'questions.items.0.answer').fill(answer));
    await page.getByText('Variables you can use').click();
    await page.getByText('Current product price. Currently “$59”').waitFor();
    await publish(page);
    await openPart(page, 'emails', 'Order confirmation');
    await saves(page, () => field(page, 'order_confirmation.heading').fill('Worth {price}'));
    await publish(page);
    const pages = [() => html(guest.page, '/'), () => fetch(second.url).then((shown) => shown.text())];
    const [count] = /(?<=It is \$59\. )\d+/.exec(await html(guest.page, '/')) ?? [];
    expect(Number(count)).toBeGreaterThan(0);
    for (const read of pages) await expect.poll(read).toContain(`"text":"It is $59. ${count} people`);

    await openAdmin(page, 'product');
    await page.getByLabel(/^Sale price/).fill('49.50');
    await page.getByRole('button', { name: 'Save product' }).click();
    await page
      .getByRole('main')
      .getByText(/^Saved/)
      .first()
      .waitFor();
    for (const read of pages) {
      await expect.poll(read).toContain(`"text":"It is $49.50. ${count} people`);
      expect(await read()).toContain(`>It is $49.50. ${count} people`);
    }
    await orderOf(shop.url, owner);
    expect(await mailTo(page, owner.email, /Worth/)).toContain('Worth $49.50');
  } finally {
    await second.stop();
  }
});

/** Returns the pages that search engines list, without what is random in each rendering. */
async function listedPages(url: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const path of initialAddresses('indexed')) {
    const text = await (await fetch(url + path)).text();
    pages.set(path, text.replaceAll(/ nonce="[^"]*"/g, ''));
  }
  return pages;
}

test('a published title and description are in the head of their page, and every other page stays the same to the byte', async ({
  shop,
  newAdmin,
}) => {
  const { page } = await newAdmin();
  const before = await listedPages(shop.url);
  await openPart(page, 'seo', 'Order tracking');
  await saves(page, () => field(page, 'track.title').fill('Where is my wand?'));
  await saves(page, () => field(page, 'track.description').fill('{shopName} tells you on which day it comes.'));
  await publish(page);
  const after = await listedPages(shop.url);
  const track = after.get('/track') ?? '';
  expect(track).toContain('<title>Where is my wand? | halorosa</title>');
  for (const name of ['name="description"', 'property="og:description"'])
    expect(track).toContain(`${name} content="halorosa tells you on which day it comes."`);
  expect(titleOf(track)).toBe('Track Your Order');
  const changed = [...after].filter(([path, text]) => text !== before.get(path)).map(([path]) => path);
  expect(changed).toEqual(['/track']);
});

test('a new Shop name is in titles, structured data and the manifest of the home screen', async ({
  shop,
  newAdmin,
}) => {
  const { page } = await newAdmin();
  await openAdmin(page, 'content/site');
  await saves(page, () => field(page, 'name').fill('Lumira'));
  await publish(page);
  const paths = ['/', '/product', '/site.webmanifest'];
  const texts = await Promise.all(paths.map(async (path) => (await fetch(shop.url + path)).text()));
  const [home = '', product = '', manifest = ''] = texts;
  expect(home).toMatch(/<title>[^<]+ \| Lumira<\/title>/);
  expect(home).toContain('<meta property="og:site_name" content="Lumira"/>');
  for (const text of [home, product]) {
    const [data = ''] = /<script type="application\/ld\+json">.*?<\/script>/s.exec(text) ?? [];
    expect(data).toContain('"name":"Lumira"');
    expect(data).not.toContain('"name":"halorosa"');
  }
  expect(JSON.parse(manifest)).toMatchObject({ name: 'Lumira', short_name: 'Lumira' });
});
