import { expect } from 'vitest';

import { demoClaims } from '#content/demo-about.ts';
import { claims } from '#content/claims.ts';
import { quiz } from '#content/quiz.ts';

import { initialContent } from '#modules/content/content.server.ts';
import { factsOf, fillVariables } from '#modules/content/template-variables.ts';
import { claimsIn } from '../support/unproven-claims.ts';
import { figuresIn } from '../support/extract-claims.ts';
import { crawl } from '../support/site-crawler.ts';

import { axeViolations, violationsOnPages } from './support/page-checks.ts';
import { test } from './fixtures.ts';
import { desktop, newShopper, phone } from './support/browser-visitors.ts';

const facts: Record<string, string[]> = {
  '/science': [
    'How it works',
    'Researched benefits',
    'Clinical evidence',
    '630-680 nm',
    '6,000 vibrations a minute',
    'The head is angled by 27°',
    '60 minutes per charge',
    '1 minute per day',
    'See every claim and its source',
    'Photomedicine and Laser Surgery, 2014; 32(2): 93-100',
    'Seminars in Cutaneous Medicine and Surgery, 2013; 32(1): 41-52',
    'neither tested this wand',
    'It is not a medical device',
  ],
  '/about': [
    'Our story',
    'What we stand for',
    'The team',
    'Our impact in numbers',
    '2,800+',
    '4.9',
    '1 min',
    '30 days',
    'Portland, Oregon',
    'Since 2024',
    'Sample company and people of the demo store',
  ],
  '/contact': ['Get in Touch', 'support@halorosa.example', 'Monday-Friday 9 AM-6 PM EST', 'Within 24 hours'],
  '/privacy-policy': [
    'Privacy Policy',
    'Last updated: November 27, 2026',
    'Personal information',
    'Payment information',
    'card payment provider',
    'shipping address and the billing address',
    'Order history',
    'How we use it',
    'Who we share it with',
    'How we protect it',
    'Contact',
  ],
  '/terms-of-service': [
    'Terms of Service',
    'Acceptance of these terms',
    'Product information',
    'for cosmetic use only. It is not a medical device',
    'Orders and payment',
    '30-day money-back guarantee',
    'Liability',
    'Contact',
  ],
  '/return-policy': [
    '30-Day Risk-Free Return Policy',
    'full refund within 30 days of delivery',
    'Free return shipping with a prepaid label',
    'No restocking fee',
    'If it stops working within 60 days of delivery, we replace it',
    'We don’t offer exchanges',
    'return the one you have and reorder',
    'Contact support',
    'Get a label',
    'Pack and ship',
    'within 2 business days of receipt',
    'within 5-7 business days on your original payment method',
    'Monday-Friday 9 AM-6 PM EST',
  ],
  '/blog': ['The Journal', 'How to clean your wand', 'What is red light, really?', 'A one-minute routine'],
  '/blog/how-to-clean-the-wand': ['After each use', 'USB (5V/1A) takes 2 hours'],
};
const paths = [...Object.keys(facts), '/blog/what-red-light-is', '/blog/one-minute-routine'];
/** Pages that the tested pages may link to. */
const known = new Set([...paths, '/', '/product', '/track', '/auth', '/account', '/quiz', '/reviews']);

/** A visitor who only reads. These pages store nothing of a reader. */
let visitor: Awaited<ReturnType<typeof newShopper>>;
test.beforeAll(async ({ browser, shop }) => {
  visitor = await newShopper(browser, shop.url);
});

/** External sources that pages link to. Nothing is loaded from them. */
const publications = new Set(claims.flatMap(({ proof }) => (proof.kind === 'publication' ? [proof.to] : [])));

test.each(paths)("%s states the shop's promises, fits every screen, and has no broken link", async (path) => {
  const { page, problems } = visitor;
  expect(await violationsOnPages(page, [path])).toEqual([]);
  const words = (await page.locator('main').innerText()).replace(/\s+/g, ' ').replaceAll('–', '-');
  for (const sentence of facts[path] ?? []) expect(words).toContain(sentence);
  expect(await page.title()).toContain('| halorosa');
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(new RegExp(`${path}$`));
  expect(await page.locator('h1').count()).toBe(1);
  const links = await page.locator('main a').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  const outside = links.filter((to) => !to.startsWith('#') && !to.startsWith('mailto:'));
  expect(outside.filter((to) => !known.has(to.replace(/#.*/, '')) && !publications.has(to))).toEqual([]);
  for (const to of links.filter((one) => one.startsWith('#'))) {
    expect([to, await page.locator(`[id="${to.slice(1)}"]`).count()]).toEqual([to, 1]);
  }
  expect(problems).toEqual([]);
});

/** Returns the texts of the public pages as sent, and those of the quiz results. */
async function textsOnPages(shop: { url: string }): Promise<[path: string, text: string][]> {
  const answers = (JSON.stringify(quiz).match(/"(?:[^"\\]|\\.)*"/g) ?? []).join(' ');
  const pages = await crawl(shop.url);
  return [...[...pages].map(([path, { text }]): [string, string] => [path, text]), ['/quiz, answered', answers]];
}

test('the figures on the public pages are exactly those in the ledger of claims', async ({ shop }) => {
  const found = (await textsOnPages(shop)).flatMap(([path, text]) =>
    figuresIn(text).map((figure) => ({ path, figure })),
  );
  const facts = factsOf(initialContent().site);
  const known = fillVariables([...claims, ...demoClaims], facts).flatMap(({ figures = [] }) => figures);
  expect(found.filter(({ figure }) => !known.includes(figure))).toEqual([]);
  expect(known.filter((one) => !found.some(({ figure }) => figure === one))).toEqual([]);
});

test('the claims of proof, authority, healing or effect on the public pages are exactly those in the ledger of claims', async ({
  shop,
}) => {
  const pages = await textsOnPages(shop);
  const known = claims.flatMap(({ phrases = [] }) => phrases);
  const unlisted = pages.flatMap(([path, text]) => claimsIn(text, known).map((around) => ({ path, around })));
  expect(unlisted).toEqual([]);
  expect(known.filter((phrase) => !pages.some(([, text]) => text.includes(phrase)))).toEqual([]);
});

test('the science page explains what the sample figures of a demo count', async ({ shop }) => {
  const words = (await crawl(shop.url)).get('/science')?.text ?? '';
  expect(words).toContain('2,800+ customers, and 4.8 stars of 2,847 reviews.');
  expect(words).toContain('the reviews page counts only the reviews written in this shop');
});

test('the science page is at most 5,000 px high on a phone, with the ledger of claims folded', async ({
  newShopper,
}) => {
  const { page, problems } = await newShopper(phone);
  await page.goto('/science');
  const light = page.getByText('The wand’s light is red');
  expect(await light.isVisible()).toBe(false);
  // The end of the page has a placeholder's height until it is rendered.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(5_000);
  await page.getByText('See every claim and its source').click();
  expect(await light.isVisible()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('the science page leads to every figure of the device', async ({ shopper: { page } }) => {
  await page.goto('/science');
  await page.getByRole('link', { name: 'All figures of the device' }).click();
  await page.waitForURL('**/product#specifications');
  await page.getByRole('heading', { level: 1, name: /Wand/ }).waitFor();
  const text = ((await page.locator('main').textContent()) ?? '').replace(/\s+/g, ' ').replaceAll('–', '-');
  const figures = ['630-680 nm', '6,000 per minute', '27°', '60 minutes', '350 mAh', 'USB 5V/1A, 2 hours', '1.5 W'];
  for (const figure of [...figures, '15 × 1.5 × 1.8 cm', '1 minute']) expect(text).toContain(figure);
});

test('a link to a claim opens the ledger, even without scripts', async ({ newPlainPage }) => {
  const { page } = await newPlainPage({ viewport: desktop });
  await page.goto('/science#claim-visible-light');
  await page.getByRole('link', { name: 'NASA' }).waitFor();
});

test('a journal entry opens, and a missing one is not found', async ({ shopper: { page } }) => {
  await page.goto('/blog');
  await page.getByRole('link', { name: 'How to clean your wand' }).click();
  await page.getByRole('heading', { level: 1, name: 'How to clean your wand' }).waitFor();
  expect((await page.goto('/blog/no-such-entry'))?.status()).toBe(404);
  await page.getByText('Oops! Page not found').waitFor();
});

test('a page is the same for everyone and cached', async ({ shop }) => {
  for (const path of paths) {
    const answer = await fetch(shop.url + path);
    expect([path, answer.headers.get('cache-control'), answer.headers.has('set-cookie')]).toEqual([
      path,
      expect.stringMatching(/^public, max-age=0, s-maxage=\d+, /),
      false,
    ]);
  }
});

test.for(['/science', '/'])(
  'in print, which has no dark background, every heading of %s is dark',
  async (path, { shopper: { page } }) => {
    await page.emulateMedia({ media: 'print' });
    await page.goto(path);
    const light = await page
      .locator('#content :is(h1, h2, h3, dt, dd, p)')
      .evaluateAll((all) =>
        all
          .filter((one) => /^(rgb|oklch).*\(2[0-5]\d, 2/.test(getComputedStyle(one).color))
          .map(({ textContent }) => textContent),
      );
    expect(light).toEqual([]);
  },
);
