import { readdirSync, readFileSync } from 'node:fs';

import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';

import { buildTargets, supportedBrowsers } from '../../supported-browsers.ts';

const assets = 'build/client/assets';
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
const textOf = (name: string) => readFileSync(`${assets}/${name}`, 'utf8');

/** Compiles for a target. Returns the output. */
const compiled = async (text: string, target: string | string[]) =>
  (await transformWithOxc(text, 'built.js', { target, sourcemap: false })).code;

test('the built scripts use no syntax that a supported browser lacks', async () => {
  const lowered: string[] = [];
  for (const name of scripts) {
    const text = textOf(name);
    if ((await compiled(text, buildTargets)) !== (await compiled(text, 'esnext'))) lowered.push(name);
  }
  expect(scripts.length).toBeGreaterThan(10);
  expect(lowered).toEqual([]);
});

test('the syntax check detects what a browser lacks', async () => {
  const newer = 'export const area = (using) => { using file = open(using); return file; };';
  expect(await compiled(newer, buildTargets)).not.toBe(await compiled(newer, 'esnext'));
});

/**
 * APIs newer than the supported browsers, with the first Chrome, Firefox and Safari to have them
 * (MDN).
 */
const newerApis: readonly [api: RegExp, since: string][] = [
  [/\b(Object|Map)\.groupBy\b/, '117, 119, 17.4'],
  [/\bPromise\.withResolvers\b/, '119, 121, 17.4'],
  [/\bPromise\.try\b/, '128, 134, 18.2'],
  [/\bArray\.fromAsync\b/, '121, 115, 16.4'],
  [/\bURL\.canParse\b/, '120, 115, 17'],
  [/\bURL\.parse\b/, '126, 126, 18'],
  [/\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/, '122, 127, 17'],
  [/\bIterator\.from\b/, '122, 131, 18.4'],
  [/\bAbortSignal\.any\b/, '116, 124, 17.4'],
  [/\bIntl\.DurationFormat\b/, '129, 136, 16.4'],
  [/\bRegExp\.escape\b/, '136, 134, 18.2'],
  [/\.(showPopover|togglePopover)\(/, '114, 125, 17'],
  [/[^?]\.checkVisibility\(/, '105, 106, 17.4'],
  [/\bnew CloseWatcher\b|\bscheduler\.(yield|postTask)\b/, 'none in Safari'],
];

test('the built scripts call no API that a supported browser lacks', () => {
  const found = scripts.flatMap((name) =>
    newerApis.filter(([api]) => api.test(textOf(name))).map(([api, since]) => `${name}: ${api.source} (${since})`),
  );
  expect(found).toEqual([]);
});

test('the README names the supported browsers with their versions', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const { name, version } of supportedBrowsers) expect(readme).toContain(`${name} ${version}`);
});
