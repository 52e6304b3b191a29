import type { z } from 'zod';

import { contrastOf } from '#shared/contrast.ts';

import { choice, color, group, replacedLogo, replacedPicture } from './document-fields.schema.ts';

const colors = {
  berry: color('Accent: buttons, links'),
  wine: color('Dark accent: labels'),
  rose: color('Highlight: focus, progress'),
  gold: color('Icons and stars'),
  copper: color('Small headings'),
  cream: color('Page background'),
  blush: color('Soft background'),
  petal: color('Tinted background: banner'),
  line: color('Lines'),
  ink: color('Text, and the footer'),
  soft: color('Secondary text'),
  dusk: color('Dark section, top'),
  ember: color('Dark section, bottom'),
};

export type ColorName = keyof typeof colors;
export const colorNames = Object.keys(colors) as ColorName[];

/** Color of success messages, which is the same in every theme (`--color-leaf` in app.css). */
const leaf = '#2f6b4f';

/** Lightest background of emails in dark mode. */
export const nightPanel = '#3a2830';

type Colors = Readonly<Record<ColorName, string>>;
type Ground = readonly [name: string, color: string];
type Demand = { path: string[]; what: string; color: string; grounds: readonly Ground[]; min: number };

/** Lowest contrast of text, and of icons, focus rings and large text, by WCAG 2.2 AA. */
const [forText, forLarge] = [4.5, 3];

/** Contrasts that pages and emails need. */
function demandsOf(colors: Colors, nightAccent: string): Demand[] {
  const white: Ground = ['white', '#ffffff'];
  const cream: Ground = ['the page background', colors.cream];
  const blush: Ground = ['the soft background', colors.blush];
  const petal: Ground = ['the tinted background', colors.petal];
  const light = [white, cream, blush];
  const text = (name: ColorName, what: string, grounds: readonly Ground[]): Demand[] => [
    { path: ['colors', name], what, color: colors[name], grounds, min: forText },
  ];
  const large = (name: ColorName, what: string): Demand[] => [
    { path: ['colors', name], what, color: colors[name], grounds: light, min: forLarge },
  ];
  const dark = (name: ColorName): Demand[] => [
    { path: ['colors', name], what: 'White text', color: '#ffffff', grounds: [['it', colors[name]]], min: forText },
  ];
  const success = (name: ColorName, ground: Ground): Demand[] => [
    { path: ['colors', name], what: 'The green of success', color: leaf, grounds: [ground], min: forText },
  ];
  return [
    ...text('ink', 'Text', [...light, petal]),
    ...text('soft', 'Secondary text', [...light, petal]),
    ...text('berry', 'The accent', [...light, petal]),
    ...text('wine', 'The dark accent', [...light, petal]),
    ...text('copper', 'A small heading', [...light, petal]),
    ...large('rose', 'The highlight'),
    ...large('gold', 'An icon'),
    ...success('cream', cream),
    ...success('blush', blush),
    ...dark('dusk'),
    ...dark('ember'),
    {
      path: ['nightAccent'],
      what: 'This accent',
      color: nightAccent,
      grounds: [['a dark email', nightPanel]],
      min: forText,
    },
  ];
}

/** One decimal, rounded down, so that 4.48 is not called 4.5. */
const shown = (contrast: number) => String(Math.floor(contrast * 10) / 10);

/** Colors, fonts and pictures of the shop. */
export const themeSchema = group('Theme', {
  fonts: choice('Fonts', {
    pair: 'Cormorant Garamond for titles, Jost for body text',
    text: 'Jost for all text',
    system: 'Device fonts (no download)',
  }),
  nightAccent: color('Email accent in dark mode'),
  colors: group('Colors', colors),
  logo: group('Logo', {
    onLight: replacedLogo('Logo on light pages and in emails', 'logo'),
    onDark: replacedLogo('Logo on the dark footer and in dark emails', 'logo'),
    icon: replacedLogo('Browser tab icon (favicon)', 'icon'),
  }),
  shareImage: replacedPicture('Image for link previews'),
}).superRefine(({ colors, nightAccent, logo }, { addIssue }) => {
  const missing = logo.onLight.src === '' ? 'onLight' : 'onDark';
  if ((logo.onLight.src === '') !== (logo.onDark.src === '')) {
    addIssue({
      code: 'custom',
      path: ['logo', missing, 'src'],
      message: 'Upload this logo too, so both logos match',
    });
  }
  for (const { path, what, color, grounds, min } of demandsOf(colors, nightAccent)) {
    for (const [ground, background] of grounds) {
      const contrast = contrastOf(color, background);
      if (contrast >= min) continue;
      const message = `${what} on ${ground} has a contrast of ${shown(contrast)}; it needs ${min}.`;
      addIssue({ code: 'custom', path, message });
    }
  }
});

export type Theme = z.infer<typeof themeSchema>;
export type Fonts = Theme['fonts'];
