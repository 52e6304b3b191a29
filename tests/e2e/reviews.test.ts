import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { seedProduct } from '#content/catalog.ts';
import { photoProblems } from '#shared/photo.ts';

import { reviewForm } from '../support/shop-visitor.ts';
import { phoneFiles } from '../support/upload-samples.ts';
import { axeViolations } from './support/page-checks.ts';
import { openAdmin, ownPage } from './support/admin-pages.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { desktop, openWithCart, phone, screens } from './support/browser-visitors.ts';

const test = testWithShop();

/** An iPhone whose browser shows its bars. */
const shortPhone = { width: 390, height: 664 };

const cards = (page: Page) => page.getByRole('article', { name: /^Review by/ });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Review' });
const openForm = (page: Page) => page.getByText('Write a Review').click();

/** Returns the newest refusal with this title. */
async function refusal(page: Page, title: string): Promise<string> {
  const message = page.getByRole('alert').locator('div', { has: page.getByText(title, { exact: true }) });
  return (await message.last().innerText()).replace(/\n+/g, ' / ');
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

/** Creates an approved review. */
async function givenApproved(
  { shop, newAdmin }: Uses<'shop' | 'newAdmin'>,
  review: {
    content: string;
    reviewer_name: string;
    title?: string;
    photos?: Buffer<ArrayBuffer>[];
  },
) {
  const { page, leave } = await newAdmin();
  const { photos = [], ...fields } = review;
  const multipart = reviewForm({ product_id: seedProduct.id, rating: 5, ...fields }, photos);
  await page.request.post('/api/reviews', { headers: ownPage(shop.url), multipart });
  await openAdmin(page, 'reviews');
  const waiting = page.getByRole('article', { name: `Review by ${review.reviewer_name}` });
  await waiting.getByRole('button', { name: 'Approve review' }).click();
  await page.getByRole('main').getByText('Review published.').waitFor();
  await leave();
}

test('a shopper sees six reviews and the distribution, and loads six more each time until the end', async ({
  shopper: { page, problems },
}) => {
  await page.goto('/reviews');
  expect(await cards(page).count()).toBe(6);
  await page.getByText('4.8', { exact: true }).waitFor();
  await page.getByText('from 16 sample reviews', { exact: true }).waitFor();
  const more = page.getByRole('button', { name: 'Load More' });
  await more.click();
  await page.getByText('Showing 12 of 16 reviews').waitFor();
  expect(await cards(page).count()).toBe(12);
  await page.waitForFunction(() => document.activeElement?.id === 'review-7');
  await more.click();
  await page.getByText('Showing 16 of 16 reviews').waitFor();
  expect([await cards(page).count(), await more.count()]).toEqual([16, 0]);
  expect(problems).toEqual([]);
});

test('the reviews page has one heading, and the most helpful review begins in the first view of a phone', async ({
  newShopper,
}) => {
  const { page, problems } = await newShopper(shortPhone);
  await page.goto('/reviews');
  expect(
    await page
      .locator('h1, h2')
      .filter({ hasText: /customer/i })
      .allInnerTexts(),
  ).toEqual(['Customer Reviews']);
  const top = (await cards(page).first().boundingBox())?.y ?? Infinity;
  expect(top).toBeLessThan(shortPhone.height - 100);
  expect(await page.getByLabel('Sort by').inputValue()).toBe('helpful');
  expect(await cards(page).first().innerText()).toContain('The one minute I actually keep');
  await page.getByRole('button', { name: 'Load More' }).click();
  await page.getByText('Showing 12 of 16 reviews').waitFor();
  const votes = await cards(page)
    .getByRole('button', { name: /^Helpful/ })
    .allInnerTexts();
  const counts = votes.map((text) => Number(/\d+/.exec(text)));
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  expect(problems).toEqual([]);
});

test('a star of a review request opens the review form with its rating, and a forged one changes nothing', async ({
  newShopper,
}) => {
  const { page, problems } = await newShopper(phone);
  await page.goto('/reviews?rate=4#write-review');
  expect(await page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true);
  expect(await submit(page).isVisible()).toBe(true);
  await page.goto('/reviews?rate=<b>9#write-review');
  expect(await submit(page).isVisible()).toBe(false);
  expect(problems).toEqual([]);
});

test.for(['/reviews', '/product'])(
  'on %s the extended list is restored after a reload and on Back',
  async (path, { shopper: { page, problems } }) => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Load More' }).click();
    await page.getByText('Showing 12 of 16 reviews').waitFor();
    const twelfth = page.locator('#review-12');
    const isInSight = async () => {
      const top = (await twelfth.boundingBox())?.y ?? -1;
      return top > 0 && top < desktop.height;
    };
    await twelfth.evaluate((card) => card.scrollIntoView({ behavior: 'instant', block: 'center' }));
    await page.reload();
    await page.getByText('Showing 12 of 16 reviews').waitFor();
    await expect.poll(isInSight).toBe(true);
    const away = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' });
    await away.evaluate((link: HTMLAnchorElement) => link.click());
    await page.waitForURL('**/contact');
    await page.goBack();
    await page.getByText('Showing 12 of 16 reviews').waitFor();
    await expect.poll(isInSight).toBe(true);
    expect(problems).toEqual([]);
  },
);

test('reviews are sorted and filtered, and a reload keeps the choice', async ({ newShopper }) => {
  const { page, problems } = await newShopper(phone);
  await page.goto('/reviews');
  for (const [sort, second] of [
    ['Newest', 'Prettier in the hand than in the pictures'],
    ['Most helpful', 'Four months and still daily'],
  ] as const) {
    await page.getByLabel('Sort by').selectOption({ label: sort });
    await expect.poll(() => cards(page).nth(1).innerText()).toContain(second);
  }
  await page.getByLabel('Rating', { exact: true }).selectOption({ label: '4 stars' });
  await page.getByText('Showing 2 of 2 reviews').waitFor();
  await page.reload();
  await page.getByText('Showing 2 of 2 reviews').waitFor();
  expect(await cards(page).getByRole('img', { name: '4 out of 5 stars' }).count()).toBe(2);
  await page.getByLabel('Rating', { exact: true }).selectOption({ label: '1 star' });
  await page.getByText('No review is like that yet.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('photos of a review open in a viewer, one after the other, and return the focus', async ({
  shop,
  newShopper,
  newAdmin,
}) => {
  const photo = readFileSync('public/icon-512.png');
  const seen = { content: 'Seen from two sides.', reviewer_name: 'Bea Sommer' };
  await givenApproved({ shop, newAdmin }, { ...seen, photos: [photo, photo] });
  const { page, problems } = await newShopper(phone);
  await page.goto('/reviews?photos=1&sort=newest');
  expect(await page.getByLabel('With photos').isChecked()).toBe(true);
  const small = page.getByRole('link', { name: '2 of 2 from Bea S., shown larger' });
  await small.click();
  const viewer = page.getByRole('dialog', { name: 'Photos from Bea S.' });
  await viewer.getByRole('img', { name: '2 of 2 from Bea S.' }).waitFor();
  await viewer.getByRole('button', { name: 'Next photo' }).click();
  await viewer.getByRole('img', { name: '1 of 2 from Bea S.' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });
  expect(await small.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(problems).toEqual([]);
});

test('photos of sample reviews are labeled as illustrations, photos of customers are not', async ({
  shop,
  newShopper,
  newAdmin,
}) => {
  const customer = { content: 'Seen on my own shelf.', reviewer_name: 'Cleo Marsh' };
  await givenApproved({ shop, newAdmin }, { ...customer, photos: [readFileSync('public/icon-512.png')] });
  const { page } = await newShopper(desktop);
  await page.goto('/reviews?photos=1&show=12');
  const labeled = await cards(page).filter({ hasText: 'Sample illustration' }).count();
  const all = await cards(page).count();
  expect(labeled).toBe(8);
  expect(all).toBeGreaterThan(labeled);
  expect(await cards(page).filter({ hasText: customer.content }).innerText()).not.toContain('Sample');
});

test("words of maximum length without a space never widen a phone's page", async ({ shop, newShopper, newAdmin }) => {
  const [title, content, name] = [120, 400, 80].map((length) => 'W'.repeat(length)) as [string, string, string];
  await givenApproved({ shop, newAdmin }, { title, content, reviewer_name: name });
  const { page } = await newShopper(phone);
  for (const path of ['/reviews?sort=newest', '/product']) {
    await page.goto(path);
    await page.getByRole('heading', { name: title }).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  }
});

test('a review without stars, text or name is refused in turn, and the input is kept', async ({
  shopper: { page },
}) => {
  await page.goto('/reviews');
  await openForm(page);
  await page.getByLabel('Title (optional)').fill('Lovely');
  await submit(page).click();
  expect(await refusal(page, 'Rating required')).toBe(
    'Rating required / Please select a rating before submitting your review.',
  );
  expect(await focused(page)).toBe('rating');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('radio', { name: '3 stars' }).isChecked()).toBe(true);
  await submit(page).click();
  expect(await refusal(page, 'Review content required')).toBe(
    'Review content required / Please write a review before submitting.',
  );
  expect(await focused(page)).toBe('content');
  await page.getByLabel('Your review').fill('A calm minute.');
  await submit(page).click();
  expect(await refusal(page, 'Name required')).toBe('Name required / Please enter your name.');
  expect(await focused(page)).toBe('reviewerName');
  expect(await page.getByLabel('Title (optional)').inputValue()).toBe('Lovely');
});

test('a review with a photo is sent and waits for approval, unlisted', async ({ newShopper }) => {
  const { page, problems } = await newShopper(phone);
  await page.goto('/reviews');
  const counted = await page.getByText(/^Showing 6 of \d+ reviews$/).innerText();
  await openForm(page);
  await page.getByRole('radio', { name: '4 stars' }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Your review').fill('Read before it is shown.');
  await page.getByLabel('Your name').fill('Mia Rosen');
  await page.getByLabel('Photos (optional)').setInputFiles('public/media/hero-480.jpg');
  await page.getByAltText('Chosen, 1 of 1').waitFor();
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/reviews'));
  await submit(page).click();
  expect((await sent).status()).toBe(200);
  await page.getByText('Review submitted!').waitFor();
  await page.getByText('Thank you for your review. It will be published after approval.').waitFor();
  expect(await submit(page).isVisible()).toBe(false);
  await page.reload();
  expect(await page.getByText('Read before it is shown.').count()).toBe(0);
  await page.getByText(counted, { exact: true }).waitFor();
  expect(problems).toEqual([]);
});

test('photo files of phones and cameras are accepted, or refused for the same reason by the hydrated page and the plain form', async ({
  shop,
  newShopper,
}) => {
  const { page, problems } = await newShopper(phone);
  await page.goto('/reviews');
  await openForm(page);
  const field = page.getByLabel('Photos (optional)');
  const chosen = page.getByAltText('Chosen, 1 of 1');
  const error = page.locator('#review-photos-error');
  const fields = { rating: 5, content: 'As it came from the phone.' };
  const results: Record<string, string[]> = {};
  const expected: Record<string, string[]> = {};
  for (const { name, bytes, result } of await phoneFiles()) {
    await field.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
    await chosen.or(error.filter({ hasText: /./ })).waitFor();
    const inPage = (await chosen.isVisible()) ? 'drawn' : await error.innerText();
    if (inPage === 'drawn') await page.getByRole('button', { name: 'Remove photo 1' }).click();
    const multipart = reviewForm({ form: 'review', ...fields, reviewerName: `Owner of ${name}` }, [bytes]);
    const answer = await page.request.post('/reviews', { headers: ownPage(shop.url), multipart, maxRedirects: 0 });
    const plain = answer.status() === 303 ? 'drawn' : /role="alert"[^>]*>([^<]+)</.exec(await answer.text())?.[1];
    results[name] = [inPage, plain ?? `answered ${answer.status()}`];
    const words = result === 'drawn' ? result : photoProblems[result];
    expected[name] = [words, words];
  }
  expect(results).toEqual(expected);
  expect(problems).toEqual([]);
});

test('twenty photos chosen at once: three are read, and one of two identical ones can be removed', async ({
  newShopper,
}) => {
  const { page, problems } = await newShopper(phone);
  await page.addInitScript(() => {
    const read = window.createImageBitmap;
    const count = (file: Blob) => {
      document.body.dataset.photosRead = String(Number(document.body.dataset.photosRead ?? 0) + 1);
      return read(file);
    };
    Object.assign(window, { createImageBitmap: count });
  });
  await page.goto('/reviews');
  await openForm(page);
  await page
    .getByLabel('Photos (optional)')
    .setInputFiles(Array.from({ length: 20 }, () => 'public/media/hero-480.jpg'));
  await page.getByText('A review takes up to 3 photos.').waitFor();
  expect(await page.locator('body').getAttribute('data-photos-read')).toBe('3');
  await page.getByRole('button', { name: 'Remove photo 2' }).click();
  await page.getByAltText('Chosen, 2 of 2').waitFor();
  expect(await page.getByAltText(/^Chosen/).count()).toBe(2);
  expect(problems).toEqual([]);
});

test('forced colors distinguish the selected stars', async ({ newShopper }) => {
  const { page } = await newShopper(phone);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/reviews');
  await openForm(page);
  await page.getByRole('radio', { name: '3 stars' }).check();
  await page.mouse.move(0, 0);
  const stars = page.getByRole('radiogroup', { name: 'Your rating' }).locator('svg');
  const colors = () => stars.evaluateAll((all) => all.map((star) => getComputedStyle(star).color));
  const pattern = async () => {
    const [first, ...others] = await colors();
    return [true, ...others.map((one) => one === first)];
  };
  await expect.poll(pattern).toEqual([true, true, true, false, false]);
});

test('a photo chosen while the previous one is being read is added to it', async ({ newShopper }) => {
  const { page, problems } = await newShopper(phone);
  await page.addInitScript(() => {
    const read = window.createImageBitmap;
    const go = new Promise((done) => addEventListener('second-photo-shown', done));
    let later: Promise<unknown> = go;
    const readLate = async (file: Blob) => {
      const before = later;
      later = Promise.resolve();
      await before;
      return read(file);
    };
    Object.assign(window, { createImageBitmap: readLate });
  });
  await page.goto('/reviews');
  await openForm(page);
  await page.getByLabel('Photos (optional)').setInputFiles('public/media/hero-480.jpg');
  await page.getByLabel('Photos (optional)').setInputFiles('public/icon-512.png');
  await page.getByAltText('Chosen, 1 of 1').waitFor();
  await page.evaluate(() => dispatchEvent(new Event('second-photo-shown')));
  await page.getByAltText('Chosen, 2 of 2').waitFor();
  expect(problems).toEqual([]);
});

test('the review form keeps its input when the shop cannot be reached', async ({ shopper: { page } }) => {
  await page.goto('/reviews');
  await openForm(page);
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByLabel('Your review').fill('A calm minute.');
  await page.getByLabel('Your name').fill('Mia Rosen');
  await page.route('**/api/reviews', (route) => route.abort());
  await submit(page).click();
  expect(await refusal(page, 'Error submitting review')).toBe('Error submitting review / Please try again later.');
  expect(await submit(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByLabel('Email address').fill('mia@example.com');
  await page.keyboard.press('Enter');
  await page.locator('[role=status]:focus', { hasText: 'Thank you. You are on the list.' }).waitFor();
  expect(await page.getByLabel('Your review').inputValue()).toBe('A calm minute.');
  expect(await page.getByRole('radio', { name: '5 stars' }).isChecked()).toBe(true);
});

test('offline, Load More and sorting show an error, and a review being written is kept', async ({
  shopper: { page },
}) => {
  await openWithCart(page, '/reviews');
  await openForm(page);
  await page.getByLabel('Your review').fill('A calm minute.');
  await page.context().setOffline(true);
  for (const clickButton of [
    () => page.getByRole('button', { name: 'Load More' }).click(),
    () => page.getByLabel('Sort by').selectOption('highest'),
  ]) {
    await clickButton();
    await page.getByRole('alert').getByText('Can’t reach the shop').waitFor();
    await page.getByRole('button', { name: 'Dismiss message' }).click();
  }
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Load More' }).click();
  await page.getByText(/^Showing 12 of/).waitFor();
  expect(await page.getByLabel('Your review').inputValue()).toBe('A calm minute.');
});

test('a review left by a link is restored by Back, and late reviews change no other URL', async ({
  shop,
  shopper: { page, problems },
}) => {
  await page.goto('/reviews');
  await openForm(page);
  await page.getByRole('radio', { name: '4 stars' }).check();
  await page.getByLabel('Your review').fill('A calm minute.');
  const called = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  await page.route('**/api/reviews?*', async (route) => {
    called.resolve();
    await left.promise;
    await route.continue();
  });
  const late = page.waitForResponse('**/api/reviews?*');
  await page.getByRole('button', { name: 'Load More' }).click();
  await called.promise;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL('**/about');
  left.resolve();
  await (await late).finished();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  expect(page.url()).toBe(`${shop.url}/about`);
  await page.goBack();
  await expect.poll(() => page.getByLabel('Your review').inputValue()).toBe('A calm minute.');
  expect(await page.getByLabel('Your review').isVisible()).toBe(true);
  expect(await page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true);
  expect(problems).toEqual([]);
});

test('a review is marked helpful once, even after a reload', async ({ shopper: { page } }) => {
  await page.goto('/reviews');
  const helpful = cards(page)
    .first()
    .getByRole('button', { name: /^Helpful/ });
  const [, before = 0] = /\((\d+)\)/.exec(await helpful.innerText()) ?? [];
  await helpful.click();
  const after = cards(page)
    .first()
    .getByRole('button', { name: `Helpful (${Number(before) + 1})`, pressed: true });
  await after.waitFor();
  await after.click();
  await page.reload();
  await after.waitFor();
  expect(await after.count()).toBe(1);
});

describe('before hydration', () => {
  test('sorting, filters and Load More are plain forms', async ({ newPlainPage }) => {
    const { page } = await newPlainPage({ viewport: desktop });
    await page.goto('/reviews');
    await page.getByLabel('Sort by').selectOption({ label: 'Highest rating' });
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/sort=highest/);
    await page.getByRole('button', { name: 'Load More' }).click();
    await page.waitForURL(/sort=highest.*show=12/);
    expect(await cards(page).count()).toBe(12);
    expect(await page.getByLabel('Sort by').inputValue()).toBe('highest');
  });

  test('an invalid form returns with the message and the input, then sends review and photo', async ({
    newPlainPage,
  }) => {
    const { page } = await newPlainPage({ viewport: desktop });
    await page.goto('/reviews');
    await openForm(page);
    await page.getByRole('radio', { name: '4 stars' }).check();
    await page.getByLabel('Your review').fill('Sent as a plain form.');
    await submit(page).click();
    await page.getByText('Please enter your name.').waitFor();
    expect(await page.getByLabel('Your review').inputValue()).toBe('Sent as a plain form.');
    expect(await page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true);
    await page.getByLabel('Your name').fill('Mia Rosen');
    await page.getByLabel('Photos (optional)').setInputFiles('README.md');
    await submit(page).click();
    await page.getByText(photoProblems.photo_unknown).waitFor();
    await page.getByLabel('Photos (optional)').setInputFiles('public/icon-512.png');
    await submit(page).click();
    await page.getByText('Review submitted!').waitFor();
    expect(await page.getByText('Sent as a plain form.').count()).toBe(0);
  });
});

test.for(screens)(
  'axe finds nothing on %s: reviews closed, form open with its errors, photos chosen',
  async ([_device, viewport], { newShopper }) => {
    const { page } = await newShopper(viewport);
    await page.goto('/reviews');
    expect(await axeViolations(page)).toEqual([]);
    await openForm(page);
    await submit(page).click();
    await page.getByText('Please enter your name.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Photos (optional)').setInputFiles('public/media/hero-480.jpg');
    await page.getByAltText('Chosen, 1 of 1').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  },
);
