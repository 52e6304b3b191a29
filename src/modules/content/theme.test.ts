import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { theme } from '#content/theme.ts';

import { unprovenClaims } from './claims-check.ts';
import { logoOf, shareImageOf } from './public-site.ts';
import { colorNames, themeSchema, type Theme } from './theme.schema.ts';
import { themeSheet, themeSheetPath } from './theme-stylesheet.server.ts';

type Change = { colors?: Partial<Theme['colors']>; fonts?: Theme['fonts']; nightAccent?: string };

const withChange = ({ colors, ...rest }: Change) => ({ ...theme, ...rest, colors: { ...theme.colors, ...colors } });
const themed = (change: Change) => themeSchema.parse(withChange(change));

const issuesOf = (change: Change) =>
  Object.fromEntries(
    (themeSchema.safeParse(withChange(change)).error?.issues ?? [])
      .toReversed()
      .map(({ path, message }) => [path.join('.'), message]),
  );

test('the theme of an empty shop has the colors that the build has', () => {
  const built = readFileSync('src/app.css', 'utf8');
  const inBuild = colorNames.map((name) => [name, new RegExp(`--color-${name}: (#\\w+);`).exec(built)?.[1]]);
  expect(Object.fromEntries(inBuild)).toEqual(theme.colors);
  expect(built).toContain('--color-leaf: #2f6b4f;');
});

test.each([
  [{ colors: { ink: '#999999' } }, 'colors.ink', 'Text on white has a contrast of 2.8; it needs 4.5.'],
  [{ colors: { berry: '#e0a800' } }, 'colors.berry', 'The accent on white has a contrast of 2.1; it needs 4.5.'],
  [{ colors: { wine: '#777777' } }, 'colors.wine', 'The dark accent on white has a contrast of 4.4; it needs 4.5.'],
  [{ colors: { rose: '#ffb3c0' } }, 'colors.rose', 'The highlight on white has a contrast of 1.6; it needs 3.'],
  [{ colors: { dusk: '#e0a0a0' } }, 'colors.dusk', 'White text on it has a contrast of 2.1; it needs 4.5.'],
  [{ nightAccent: '#be123c' }, 'nightAccent', 'This accent on a dark email has a contrast of 2.1; it needs 4.5.'],
])('%j is refused because it is hard to read', (change, path, sentence) => {
  expect(issuesOf(change)).toEqual({ [path]: sentence });
});

test('a dark background is refused at each color that is hard to read on it', () => {
  const issues = issuesOf({ colors: { cream: '#7a6a6a' } });
  expect(issues['colors.soft']).toMatch(
    /^Secondary text on the page background has a contrast of 1\.\d; it needs 4\.5\.$/,
  );
  expect(issues['colors.cream']).toMatch(/^The green of success on the page background /);
});

test.each(['berry', '#12345', 'red', '#12345g', 'rgb(1, 2, 3)', '#fff; } body { display: none'])(
  'the color %j is refused with a sentence',
  (berry) => {
    const sentence = 'Enter a color as # and six digits or letters a to f, like #be123c';
    expect(issuesOf({ colors: { berry } })).toEqual({ 'colors.berry': sentence });
  },
);

test('a color is stored in small letters', () => {
  expect(themed({ colors: { berry: ' #1D4ED8 ' } }).colors.berry).toBe('#1d4ed8');
});

test('the built look needs no style sheet', () => {
  expect(themeSheetPath(themed({}))).toBeNull();
});

test('a style sheet has exactly the changed values', () => {
  const path = themeSheetPath(themed({ colors: { berry: '#1d4ed8', wine: '#1e3a8a' }, fonts: 'system' }));
  expect(path).toBe('/theme/berry-1d4ed8.wine-1e3a8a.fonts-system.css');
  expect(themeSheet('berry-1d4ed8.wine-1e3a8a.fonts-system.css')).toBe(
    '@layer theme{:root{--color-berry:#1d4ed8;--color-wine:#1e3a8a;--font-sans:system-ui,sans-serif;--font-display:var(--font-sans)}}',
  );
});

test.each([
  'berry-1d4ed8',
  '.css',
  'berry-red.css',
  'berry-1d4ed8.leaf-1d4ed8.css',
  'fonts-pair.css',
  'fonts-toString.css',
  'toString-1d4ed8.css',
  'berry-1d4ed8;}.css',
])('there is no style sheet %s', (file) => {
  expect(themeSheet(file)).toBeNull();
});

test('messengers get the largest JPEG of at most 1200 px of the chosen picture', () => {
  const picture = { src: '/content-pictures/one', width: 1_600, height: 800, alt: 'A blue wand' };
  const shareImage = { ...picture, widths: [480, 800, 1_200, 1_600] };
  const expected = { src: '/content-pictures/one-1200.jpg', width: 1_200, height: 600, alt: 'A blue wand' };
  expect(shareImageOf({ ...themed({}), shareImage })).toEqual(expected);
  expect(shareImageOf(themed({}))).toBeNull();
});

test.each(['', '/content-pictures/one'])('the picture for messengers at %j needs a text that describes it', (src) => {
  const shareImage = { ...theme.shareImage, src, alt: 'Blue' };
  const [issue] = themeSchema.safeParse({ ...theme, shareImage }).error?.issues ?? [];
  expect([issue?.path, issue?.message]).toEqual([['shareImage', 'alt'], 'Describe the image in at least 5 characters']);
});

const uploaded = { src: '/content-pictures/5b6f2c1e-4565-4c58-9d0e-1f6d3a2b4c10-400.png', width: 400, height: 100 };

test.each(['onLight', 'onDark'])(
  'a logo %s alone is refused, because the other place would show the built-in one',
  (of) => {
    const logo = { ...theme.logo, [of]: uploaded };
    const [issue] = themeSchema.safeParse({ ...theme, logo }).error?.issues ?? [];
    const missing = of === 'onLight' ? 'onDark' : 'onLight';
    expect([issue?.path, issue?.message]).toEqual([
      ['logo', missing, 'src'],
      'Upload this logo too, so both logos match',
    ]);
  },
);

test.each([
  [400, 100, 120, 30],
  [800, 40, 180, 9],
  [60, 20, 90, 30],
])('a logo of %d × %d pixels is shown at %d × %d', (width, height, shownWidth, shownHeight) => {
  const own = { ...uploaded, width, height };
  const { onLight } = logoOf({ logo: { ...theme.logo, onLight: own, onDark: own } });
  expect(onLight).toEqual({ src: uploaded.src, width: shownWidth, height: shownHeight });
});

test.each(['https://x.test/a.png', '/content-pictures/a.svg', '//x.test/a.png', '/media/../a.png'])(
  'a logo at %s is refused',
  (src) => {
    const logo = { ...theme.logo, icon: { src, width: 512, height: 512 } };
    expect(themeSchema.safeParse({ ...theme, logo }).success).toBe(false);
  },
);

test('neither a color nor the address of a picture is a figure that needs a proof', () => {
  const src = '/content-pictures/5b6f2c1e-4565-4c58-9d0e-1f6d3a2b4c10';
  const body = { ...withChange({ colors: { ink: '#123456' } }), shareImage: { ...theme.shareImage, src } };
  expect(unprovenClaims(body, [])).toEqual([]);
});
