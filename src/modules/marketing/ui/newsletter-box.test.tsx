import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts';
import type { NewsletterResult } from '../email-capture.schema.ts';
import { subscribeByForm } from '../email-capture.server.ts';
import { NewsletterBox } from './newsletter-box.tsx';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** Sends the box as a browser without scripts does, and shows what the page answers. */
async function givenSent(email: string): Promise<{ result: NewsletterResult; html: string }> {
  const form = new FormData();
  form.set('form', 'newsletter');
  form.set('email', email);
  const result = await subscribeByForm(shop.ctx, shop.limits, { form, ip: '203.0.113.9' });
  return { result, html: renderToStaticMarkup(<NewsletterBox action="/reviews" result={result} />) };
}

test('before the page runs, the box is a plain form to the action of its page', () => {
  const html = renderToStaticMarkup(<NewsletterBox action="/reviews" />);
  expect(html).toMatch(/<form(?=[^>]*method="post")(?=[^>]*action="\/reviews")/);
  expect(html).toContain('<input type="hidden" name="form" value="newsletter"/>');
  expect(html).toMatch(/<input(?=[^>]*type="email")(?=[^>]*name="email")(?=[^>]*required)/);
});

test('a plain form is thanked', async () => {
  const { result, html } = await givenSent('mia@example.com');
  expect(result).toEqual({ done: true });
  expect(html).toContain('Thank you. You are on the list.');
  expect(html).not.toContain('<form');
});

test('a plain form with a bad address says so and keeps what was typed', async () => {
  const { result, html } = await givenSent('mia@');
  expect(result).toMatchObject({ done: false, email: 'mia@' });
  expect(html).toContain('Enter a complete email address, for example name@example.com');
  expect(html).toMatch(/<input(?=[^>]*value="mia@")(?=[^>]*aria-invalid="true")/);
});
