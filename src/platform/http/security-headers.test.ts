import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { contentPolicy, scriptHashes } from './security-headers.server.ts';

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

test('allows the inline scripts of a page and no others; data for machines needs no leave', () => {
  const html = `<script type="application/ld+json">{"@type":"Product"}</script>
    <script src="/assets/a.js"></script><script>first()</script><script type="module" async="">second()</script>`;
  expect(scriptHashes(html)).toEqual([hash('first()'), hash('second()')]);
  const policy = contentPolicy(scriptHashes(html), { script: [], frame: [], connect: [], img: [] });
  expect(policy).toContain(`script-src 'self' ${hash('first()')} ${hash('second()')};`);
  expect(policy).not.toContain('unsafe');
});
