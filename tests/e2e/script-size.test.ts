import { readdirSync, readFileSync, statSync } from 'node:fs';

import { expect, test } from 'vitest';

const assets = 'build/client/assets';
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));

/** Code that browsers do not need, with text that only it contains. */
const unneeded = [
  ['the schema library', /ZodError|_zod\b/],
  ['what is written for search engines', /MerchantReturnPolicy|BreadcrumbList/],
  ['the database', /drizzle|pg-boss/],
] as const;

test.each(unneeded)('%s is sent to no browser', (_name, trace) => {
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter((name) => trace.test(readFileSync(`${assets}/${name}`, 'utf8')))).toEqual([]);
});

test("no script loads the page's style sheet again, because that would restyle the whole page", () => {
  const texts = scripts.map((name) => readFileSync(`${assets}/${name}`, 'utf8'));
  expect(texts.flatMap((text) => text.match(/"assets\/[^"]+\.css"/g) ?? [])).toEqual([]);
});

/** Routes as every page loads them, each with the scripts that it imports. */
function routeList(): Record<string, { imports: string[] }> {
  const text = readFileSync(`${assets}/${scripts.find((name) => name.startsWith('manifest-')) ?? ''}`, 'utf8');
  return (JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as { routes: never }).routes;
}

test('every page needs React and the frame with the router, and no other shared script', () => {
  const needed = routeList().root?.imports.map((path) => path.slice('/assets/'.length, -'-12345678.js'.length));
  expect(needed?.toSorted()).toEqual(['frame', 'react', 'rolldown-runtime']);
});

test('React and the frame with the router, which every page needs, take at most 113.5 KB as sent', () => {
  const needed = scripts.filter((name) => /^(react|frame|manifest)-/.test(name));
  const bytes = needed.map((name) => statSync(`${assets}/${name}.br`).size);
  expect(needed).toHaveLength(3);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(113_500);
});
