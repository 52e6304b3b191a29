import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { newScriptMark, takeMarks } from './script-marks.server.ts';

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

test('a script in text that a user wrote is not allowed to run', () => {
  const mark = newScriptMark();
  const page = `<script nonce="${mark}">first()</script>
    <p>Lovely!<script>steal()</script><script nonce="guessed">steal()</script></p>
    <script type="application/ld+json">{"@type":"Product"}</script><script nonce="${mark}" src="/assets/a.js"></script>
    <link nonce="${mark}" rel="modulepreload" href="/assets/b.js"/><script nonce="${mark}" type="module" async="">second()</script>`;
  const { pieces, hashes } = takeMarks([page], mark);
  expect(hashes).toEqual([hash('first()'), hash('second()')]);
  expect(pieces.join('')).not.toContain(mark);
  expect(pieces.join('')).toContain('<script>first()</script>');
});

test('each page has its own token', () => {
  expect(newScriptMark()).not.toBe(newScriptMark());
});
