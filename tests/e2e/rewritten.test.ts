import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { test } from './fixtures.ts';
import { isInteractive, fillCart, hasBegun, holdScripts } from './support/browser-visitors.ts';

const injected = '<style>.x{color:inherit}</style><meta name="injected" content="1">';

/**
 * Changes that proxies, extensions and password managers make to a page's HTML before hydration.
 */
const rewrites: [name: string, rewrite: (html: string) => string][] = [
  [
    'an obfuscated email address',
    // In the text of the page. Cloudflare leaves scripts as they are.
    (html) =>
      withoutScripts(html, (part) =>
        part.replaceAll(
          /[\w.]+@[\w.]+\.\w+(?=[^>]*<)/g,
          '<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="5a">[email&#160;protected]</a>',
        ),
      ),
  ],
  ['nodes at the start of head and body', (html) => addTo(html, injected, '<div id="extension"><b>!</b></div>')],
  [
    'nodes at the end of head and body',
    (html) =>
      html
        .replace('</head>', `${injected}</head>`)
        .replace(/<\/body>(?![\s\S]*<\/body>)/, '<extension-part></extension-part></body>'),
  ],
  ['minified whitespace and no comments', (html) => withoutScripts(html, (part) => minified(part))],
  [
    'attributes on html, body and every field',
    (html) =>
      withoutScripts(html, (part) =>
        part
          .replace('<html', '<html data-extension="1" style="--x:1"')
          .replace('<body', '<body cz-shortcut-listen="true"')
          .replaceAll('<input', '<input fdprocessedid="a1" data-lpignore="true"'),
      ),
  ],
  ['other words', (html) => withoutScripts(html, (part) => part.replaceAll('Free', 'Gratis'))],
];

const addTo = (html: string, head: string, body: string) =>
  html.replace(/<head>/, (tag) => tag + head).replace(/<body[^>]*>/, (tag) => tag + body);

const minified = (part: string) => part.replaceAll(/<!--.*?-->/gs, '').replaceAll(/>\s+</g, '><');

/** Rewrites a page except its inline scripts. */
const withoutScripts = (html: string, rewrite: (part: string) => string) =>
  html
    .split(/(<script[\s\S]*?<\/script>)/)
    .map((part, index) => (index % 2 === 0 ? rewrite(part) : part))
    .join('');

/** Rewrites each document that the page loads. */
async function rewriteWith(page: Page, rewrite: (html: string) => string): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = await response.text();
    return route.fulfill({ response, body: rewrite(body) });
  });
}

test.for(rewrites)(
  'a page with %s works and keeps input made before hydration',
  async ([_name, rewrite], { shopper: { page } }) => {
    await rewriteWith(page, rewrite);
    const run = await holdScripts(page);
    await page.goto('/contact', { waitUntil: 'commit' });
    const [name, message] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Message')];
    await name.fill('Mia Rose');
    await message.fill('Is it quiet?');
    run();
    await page.waitForFunction(isInteractive);
    expect([await name.inputValue(), await message.inputValue()]).toEqual(['Mia Rose', 'Is it quiet?']);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    await page
      .getByRole('link', { name: 'Blog' })
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/blog');
    await page.goto('/product');
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Shopping Cart' }).getByText('$59.00 USD').waitFor();
  },
);

test.for(rewrites)(
  'a checkout with %s opens, keeps input and shows no error',
  async ([_name, rewrite], { shopper: { page } }) => {
    await rewriteWith(page, rewrite);
    await fillCart(page.request);
    const run = await holdScripts(page);
    await page.goto('/checkout', { waitUntil: 'commit' });
    const email = page.getByLabel('Email', { exact: true });
    await email.fill('mia@example.com');
    await page.getByLabel('State').selectOption('OR');
    run();
    await hasBegun(page);
    expect([await email.inputValue(), await page.getByLabel('State').inputValue()]).toEqual(['mia@example.com', 'OR']);
    expect(await page.getByText('Checkout Error').count()).toBe(0);
  },
);
