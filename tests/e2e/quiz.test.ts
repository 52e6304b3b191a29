import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { isFullRun } from '../support/full-run.ts';
import { violationsOnPages } from './support/page-checks.ts';
import { test } from './fixtures.ts';
import { phone } from './support/browser-visitors.ts';
import { mailTo } from './support/dev-mailbox.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const back = (page: Page) => page.getByRole('button', { name: 'Back' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const stepShown = (page: Page, step: number) => page.getByText(`Step ${step} of 4`, { exact: true }).waitFor();

/** Selects with the space bar and continues with Enter. */
async function answerByKeyboard(page: Page, name: string): Promise<void> {
  await choice(page, name).focus();
  await page.keyboard.press('Space');
  await next(page).and(page.locator(':enabled')).waitFor();
  await page.keyboard.press('Enter');
}

test('a shopper answers by keyboard, reloads midway, goes back, and buys from the result', async ({
  shopper: { page, problems },
}) => {
  await page.goto('/quiz');
  await stepShown(page, 1);
  await page.getByText('25% complete', { exact: true }).waitFor();
  expect(await next(page).isDisabled()).toBe(true);
  expect(await back(page).count()).toBe(0);
  await answerByKeyboard(page, 'Dullness');
  await stepShown(page, 2);
  expect(await heading(page, 'How old are you?').evaluate((h1) => h1 === document.activeElement)).toBe(true);
  await answerByKeyboard(page, '30-44');
  await stepShown(page, 3);
  await page.reload();
  await page.getByText('75% complete', { exact: true }).waitFor();
  await back(page).click();
  await stepShown(page, 2);
  expect(await choice(page, '30-44').isChecked()).toBe(true);
  await answerByKeyboard(page, '45+');
  await answerByKeyboard(page, 'Beginner');
  await page.getByText('100% complete', { exact: true }).waitFor();
  await answerByKeyboard(page, '1 month');
  await heading(page, 'Your plan: one minute in the morning').waitFor();
  expect(await page.getByRole('progressbar').count()).toBe(0);
  expect(await page.getByText('For a tired look, 45+, first device', { exact: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'Add to Cart - $59' }).first().click();
  await page.getByRole('dialog', { name: 'Shopping Cart' }).getByText('4-in-1 Red Light Facial Wand').first().waitFor();
  expect(problems).toEqual([]);
});

test('no word of an answer is broken on phones from 320 to 430 px', async ({ newShopper }) => {
  const { page } = await newShopper(phone);
  await page.goto('/quiz');
  const brokenWords = () =>
    page.locator('fieldset label').evaluateAll((labels) =>
      labels.flatMap(({ firstChild: text }) => {
        const range = document.createRange();
        return [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          if (text === null) return [];
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length > 1 ? [word] : [];
        });
      }),
    );
  for (const width of [320, 340, 360, 375, 390, 430]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await brokenWords(), `${width} px`).toEqual([]);
  }
});

test("the browser's Back button and Start over work", async ({ newShopper }) => {
  const { page } = await newShopper(phone);
  await page.goto('/quiz');
  await choice(page, 'Acne').check();
  await next(page).click();
  await stepShown(page, 2);
  await page.goBack();
  await stepShown(page, 1);
  expect(await choice(page, 'Acne').isChecked()).toBe(true);
  await page.reload();
  expect(await choice(page, 'Acne').isChecked()).toBe(true);
  await page.goto(resultOf('acne'));
  await page.getByRole('link', { name: 'Start over' }).click();
  await stepShown(page, 1);
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(new URL(page.url()).search).toBe('');
  expect(await next(page).isDisabled()).toBe(true);
});

test('without JavaScript the quiz shows what is missing, can be completed and fills the cart', async ({
  newPlainPage,
}) => {
  const { page } = await newPlainPage({ viewport: phone });
  await page.goto('/quiz');
  await next(page).click();
  await page.getByText('Choose one answer to continue.').waitFor();
  await stepShown(page, 1);
  for (const [step, name] of ['Sensitivity', '18-29', 'Advanced', '3 months'].entries()) {
    await stepShown(page, step + 1);
    await choice(page, name).check();
    await next(page).click();
  }
  await heading(page, 'Your plan: one soft minute, on calm days').waitFor();
  expect(new URL(page.url()).searchParams.get('age')).toBe('18-29');
  await page.goBack();
  await back(page).click();
  await stepShown(page, 3);
  expect(await choice(page, 'Advanced').isChecked()).toBe(true);
  await page.goto(resultOf('sensitivity'));
  await page.getByRole('button', { name: 'Add to Cart - $59' }).first().click();
  await page.waitForURL('**/product?cart=open');
  const cart = await page.request.get('/api/cart');
  expect(await cart.json()).toMatchObject({ items: [{ quantity: 1 }] });
});

test('a failed add shows a friendly message in the quiz', async ({ newShopper }) => {
  const { page } = await newShopper(phone);
  await page.goto(resultOf('aging'));
  await page.route('**/api/cart/items', (route) => route.abort());
  await page.getByRole('button', { name: 'Add to Cart - $59' }).first().click();
  const alert = page.getByRole('alert').filter({ hasText: 'Oops! Something went wrong 😔' });
  await alert.waitFor();
  expect(await alert.innerText()).toContain('Please try again or contact support 💭');
});

const answers = ['primaryConcern=general', 'age=30-44', 'experience=intermediate', 'timeline=2-weeks'];
const stepAddress = (step: number) => `/quiz?step=${step}&${answers.slice(0, step - 1).join('&')}`;
const resultOf = (concern: string) =>
  `/quiz?step=5&primaryConcern=${concern}&age=45%2B&experience=beginner&timeline=1-month`;

const results = [
  ['acne', 'Your plan: one gentle minute in the evening'],
  ['aging', 'Your plan: one minute in the evening'],
  ['dullness', 'Your plan: one minute in the morning'],
  ['sensitivity', 'Your plan: one soft minute, on calm days'],
] as const;
const heldBack = '/quiz?step=3&primaryConcern=general';
const chosen = `/quiz?step=4&${answers.join('&')}`;
const states = [...[1, 2, 3, 4].map(stepAddress), heldBack, chosen, ...results.map(([concern]) => resultOf(concern))];

test.runIf(isFullRun)(
  'axe finds nothing on any step and any result, and none is wider than a screen of 320 px',
  async ({ shopper: { page, problems } }) => {
    for (const address of states) {
      expect(await violationsOnPages(page, [address])).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(320);
      expect(await page.getByRole('heading', { level: 1 }).count(), address).toBe(1);
    }
    expect(problems).toEqual([]);
  },
);

test.for(results)('%s leads to "%s", which calls the wand a cosmetic device', async ([concern, headline], { shop }) => {
  const html = await (await fetch(shop.url + resultOf(concern))).text();
  expect(html).toMatch(new RegExp(`<h1[^>]*>${headline}</h1>`));
  const care = /<aside aria-labelledby="care".*?>Good to know<.*?<\/aside>/.exec(html)?.[0];
  expect(care).toContain('not a medical device and does not treat skin conditions');
});

test.for([
  ['acne', 'breakouts', 'You said breakouts. Keep it light'],
  ['aging', 'fine lines', 'You said fine lines. Take it slow'],
  ['dullness', 'a tired look', 'You said a tired look. Start the day with it'],
  [
    'pigmentation',
    'uneven tone',
    'You said uneven tone. Start gentle: one serum you know, one minute, and sunscreen every morning.',
  ],
  ['sensitivity', 'sensitive skin', 'You said sensitive skin. Go gently'],
  ['general', 'general care', 'You said general care. Keep it simple'],
] as const)(
  'the result of %s names the answers before and after its headline',
  async ([concern, name, opening], { shop }) => {
    const html = await (await fetch(shop.url + resultOf(concern))).text();
    const [, before = '', after = ''] = /<p[^>]*>([^<]*)<\/p><h1[^>]*>[^<]*<\/h1><p[^>]*>([^<]*)<\/p>/.exec(html) ?? [];
    expect(before).toBe(`For ${name}, 45+, first device`);
    expect(after.slice(0, opening.length)).toBe(opening);
  },
);

test('the result advises by age, on the same page', async ({ shop }) => {
  const results = await Promise.all(
    ['18-29', '30-44', '45%2B'].map(async (age) =>
      (await fetch(shop.url + resultOf('general').replace('45%2B', age))).text(),
    ),
  );
  expect(results.map((html) => />(At (?:18–29|30–44|45\+), it’s about [^:]*):/.exec(html)?.[1])).toEqual([
    'At 18–29, it’s about the habit',
    'At 30–44, it’s about time',
    'At 45+, it’s about comfort',
  ]);
});

const firstViews = [
  [390, 664],
  [390, 844],
  [768, 1024],
  [1366, 657],
] as const;

test.for(firstViews)(
  'at %i × %i Next and Add to Cart end in the first view',
  async ([width, height], { newShopper }) => {
    const { page } = await newShopper({ width, height });
    const endOf = async (address: string, button: RegExp) => {
      await page.goto(address);
      await page.evaluate(() => document.fonts.ready);
      const box = await page.getByRole('main').getByRole('button', { name: button }).first().boundingBox();
      return box === null ? Number.NaN : box.y + box.height;
    };
    for (const address of [...[1, 2, 3, 4].map(stepAddress), '/quiz?step=2']) {
      expect(await endOf(address, /^Next$/), address).toBeLessThanOrEqual(height);
    }
    for (const concern of ['acne', 'aging', 'dullness', 'pigmentation', 'sensitivity', 'general']) {
      expect(await endOf(resultOf(concern), /^Add to Cart/), concern).toBeLessThanOrEqual(height);
    }
  },
);

test('a mistyped address is refused beside its field, and a correct one gets an email with the plan', async ({
  newShopper,
}) => {
  const { page, problems } = await newShopper(phone);
  await page.goto(resultOf('pigmentation'));
  const form = page.getByRole('region', { name: 'Email me my plan' });
  const field = form.getByLabel('Email address');
  expect(await form.getByRole('checkbox').isChecked()).toBe(false);
  await field.fill('mia@rose');
  await field.press('Enter');
  await form.getByText('Enter a complete email address', { exact: false }).first().waitFor();
  expect(await field.inputValue()).toBe('mia@rose');
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.fill('plan.story@example.com');
  await form.getByRole('button', { name: 'Email me my plan' }).click();
  await form.getByRole('status').getByText('Your plan is on its way.', { exact: false }).waitFor();
  expect(await field.count()).toBe(0);
  const mail = await mailTo(page, 'plan.story@example.com', /Your plan: one minute in the evening/);
  for (const words of ['You said uneven tone.', 'Apply your serum', 'Wand: $59.00', '/product'])
    expect(mail).toContain(words);
  expect(problems).toEqual([expect.stringContaining('422')]);
});

test('without JavaScript the plan is emailed, and a refused address stays in the field', async ({ newPlainPage }) => {
  const { page } = await newPlainPage({ viewport: phone });
  await page.goto(resultOf('dullness'));
  const form = page.getByRole('region', { name: 'Email me my plan' });
  const send = () => form.getByRole('button', { name: 'Email me my plan' }).click();
  await form.getByLabel('Email address').fill('mia@rose');
  await send();
  await form.getByText('Enter a complete email address', { exact: false }).first().waitFor();
  expect(await form.getByLabel('Email address').inputValue()).toBe('mia@rose');
  await form.getByLabel('Email address').fill('plain.plan@example.com');
  await send();
  await form.getByText('Your plan is on its way.', { exact: false }).waitFor();
  await heading(page, 'Your plan: one minute in the morning').waitFor();
  await mailTo(page, 'plain.plan@example.com', /You said a tired look/);
});

test('the first question is cached for everyone, and answers are rendered per request and never cached', async ({
  shop,
}) => {
  const first = await fetch(`${shop.url}/quiz`);
  expect(first.headers.get('etag')).toMatch(/^W\//);
  expect((await fetch(`${shop.url}/quiz`)).headers.get('etag')).toBe(first.headers.get('etag'));
  const second = await fetch(`${shop.url}${stepAddress(2)}`);
  expect(second.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(await second.text()).toContain('How old are you?');
});
