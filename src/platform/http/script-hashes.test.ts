import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { captureEarlyClicksScript } from './early-clicks.server.ts';
import { hashScripts, newScriptNonce } from './script-hashes.server.ts';

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

test('a script in text that a user wrote is not allowed to run', () => {
  const nonce = newScriptNonce();
  const page = `<script nonce="${nonce}">first()</script>
    <p>Lovely!<script>steal()</script><script nonce="guessed">steal()</script></p>
    <script type="application/ld+json">{"@type":"Product"}</script><script nonce="${nonce}" src="/assets/a.js"></script>
    <link nonce="${nonce}" rel="modulepreload" href="/assets/b.js"/><script nonce="${nonce}" type="module" async="">second()</script>`;
  const { html, hashes } = hashScripts(page, nonce);
  expect(hashes).toEqual([hash('first()'), hash('second()')]);
  expect(html).not.toContain(nonce);
  expect(html).toContain('<script>first()</script>');
});

test('the policy of a page allows the script that captures early clicks', () => {
  const { html, hashes } = hashScripts(`<head>${captureEarlyClicksScript('nonce')}</head>`, 'nonce');
  expect(html).toMatch(/^<head><script>.*<\/script><\/head>$/s);
  expect(hashes).toHaveLength(1);
});

test('each page has its own nonce', () => {
  expect(newScriptNonce()).not.toBe(newScriptNonce());
});
