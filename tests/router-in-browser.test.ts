import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

import { expect, test } from 'vitest';

import { inBrowser } from '../vite.router.ts';

const lib = `${dirname(createRequire(import.meta.url).resolve('react-router/package.json'))}/dist/production/lib`;

test.each([
  "import { useFetcher } from 'react-router';",
  "import { useBlocker } from 'react-router';",
  'import { Link } from \'react-router\'; <Link prefetch="intent" to="/" />;',
  'import { Link } from \'react-router\'; <Link viewTransition to="/" />;',
  "import { Form } from 'react-router'; <Form navigate={false} />;",
  "import type { Route } from 'react-router'; export const clientMiddleware = [];",
])('the build fails for a page that uses what the browser router lacks: %s', (code) => {
  expect(() => inBrowser('/src/pages/page.tsx', code)).toThrow('/src/pages/page.tsx uses what');
});

test('the build fails for an unknown version of the router', () => {
  const file = `${lib}/router/router.js`;
  const code = readFileSync(file, 'utf8');
  expect(inBrowser(file, code)?.length).toBeLessThan(code.length - 10_000);
  const renamed = code.replaceAll('shouldBlockNavigation', 'mayNotGo');
  expect(() => inBrowser(file, renamed)).toThrow("The router's router/router.js has no shouldBlockNavigation any more");
});

test('the trimmed router performs the same checks with shorter messages', () => {
  const code = 'invariant(found(1, 2), `No (${one})`); if (!old) warning(false, "Old"); else invariant(isSet);';
  const checked = 'invariant(found(1, 2)); if (!old) void 0; else invariant(isSet);';
  expect(inBrowser(`${lib}/a-file.js`, code)).toBe(checked);
});
