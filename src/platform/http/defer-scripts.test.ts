import { expect, test } from 'vitest';

import { deferScriptsUntilPaint } from './defer-scripts.server.ts';

const head = `<head><link rel="modulepreload" href="/assets/entry.js"/><link rel="modulepreload" href="/assets/react.js"/><link rel="modulepreload" href="/assets/home.js"/></head>`;
const body = `<body><script type="module" async="">import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1 from "/assets/home.js";
window.__reactRouterRouteModules = {"root":route0,"home":route1};

import("/assets/entry.js");</script></body>`;

test('requests no script before the first paint, then each in its order, and runs shared ones first, one by one', () => {
  const late = deferScriptsUntilPaint(`${head}<p>Words</p>${body}`);
  expect(late).not.toContain('<link rel="modulepreload"');
  expect(late).not.toMatch(/^import ["*]/m);
  const parts = [
    'type:"paint"',
    '["/assets/entry.js","/assets/react.js","/assets/home.js"]',
    'for(const href of ["/assets/react.js"])await import(href);',
    'await import("/assets/manifest.js");',
    'const route0=await import("/assets/root.js");',
    'const route1=await import("/assets/home.js");',
    'window.__reactRouterRouteModules = {"root":route0,"home":route1};',
    'import("/assets/entry.js");</script></body>',
  ];
  const places = parts.map((part) => late.indexOf(part));
  expect(places.filter((index) => index === -1)).toEqual([]);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('leaves a page without scripts unchanged', () => {
  expect(deferScriptsUntilPaint('<p>Quiet</p>')).toBe('<p>Quiet</p>');
});
