import { renderToStaticMarkup } from 'react-dom/server';
import { expect } from 'vitest';

import { initialContent } from '#modules/content/content.server.ts';

import { test, type TestShop } from '../../../../tests/support/shop-test.ts';
import type { NewsletterResult } from '../email-capture.schema.ts';
import { subscribeByForm } from '../email-capture.server.ts';
import { NewsletterBox } from './newsletter-box.tsx';

const texts = initialContent().offers.newsletter;

/** Submits the form like a browser without scripts and renders the result. */
async function givenSent(shop: TestShop, email: string): Promise<{ result: NewsletterResult; html: string }> {
  const form = new FormData();
  form.set('form', 'newsletter');
  form.set('email', email);
  const result = await subscribeByForm(shop.ctx, shop.limits, { form, ip: '203.0.113.9' });
  return { result, html: renderToStaticMarkup(<NewsletterBox texts={texts} action="/reviews" result={result} />) };
}

test("before hydration the newsletter box is a plain form to its page's action", () => {
  const html = renderToStaticMarkup(<NewsletterBox texts={texts} action="/reviews" />);
  expect(html).toMatch(/<form(?=[^>]*method="post")(?=[^>]*action="\/reviews")/);
  expect(html).toContain('<input type="hidden" name="form" value="newsletter"/>');
  expect(html).toMatch(/<input(?=[^>]*type="email")(?=[^>]*name="email")(?=[^>]*required)/);
});

test('a plain form submission shows a thank-you message', async ({ shop }) => {
  const { result, html } = await givenSent(shop, 'mia@example.com');
  expect(result).toEqual({ done: true });
  expect(html).toContain('Thank you. You are on the list.');
  expect(html).not.toContain('<form');
});

test('a plain form with a bad address shows the error and keeps the input', async ({ shop }) => {
  const { result, html } = await givenSent(shop, 'mia@');
  expect(result).toMatchObject({ done: false, email: 'mia@' });
  expect(html).toContain('Enter a complete email address, for example name@example.com');
  expect(html).toMatch(/<input(?=[^>]*value="mia@")(?=[^>]*aria-invalid="true")/);
});
