import { theme as builtTheme } from '#content/theme.ts';

import { colorNames, type Fonts, type Theme } from './theme.schema.ts';

/** Font variables of each choice but the built one. */
const fontRules: Readonly<Record<Exclude<Fonts, 'pair'>, string>> = {
  text: '--font-display:var(--font-sans)',
  system: '--font-sans:system-ui,sans-serif;--font-display:var(--font-sans)',
};

const isFonts = (value: string): value is keyof typeof fontRules => Object.hasOwn(fontRules, value);

/**
 * Returns the path of the style sheet with the values that differ from the built look, or null. The
 * path holds the values, so each process can answer it, and caches may store it forever.
 */
export function themeSheetPath({ colors, fonts }: Theme): string | null {
  const changed = colorNames
    .filter((name) => colors[name] !== builtTheme.colors[name])
    .map((name) => `${name}-${colors[name].slice(1)}`);
  const values = fonts === builtTheme.fonts ? changed : [...changed, `fonts-${fonts}`];
  return values.length === 0 ? null : `/theme/${values.join('.')}.css`;
}

function ruleOf(value: string): string | null {
  const [, name = '', set = ''] = /^([a-z]+)-(\w+)$/.exec(value) ?? [];
  if (name === 'fonts') return isFonts(set) ? fontRules[set] : null;
  const isColor = colorNames.some((one) => one === name) && /^[0-9a-f]{6}$/.test(set);
  return isColor ? `--color-${name}:#${set}` : null;
}

/** Returns the style sheet of the path '/theme/{file}', or null. */
export function themeSheet(file: string): string | null {
  const values = /^([\w.-]{1,300})\.css$/.exec(file)?.[1]?.split('.') ?? [];
  const rules = values.map(ruleOf);
  if (rules.length === 0 || rules.includes(null)) return null;
  // In the layer of the built values, so that `prefers-contrast` still wins over both.
  return `@layer theme{:root{${rules.join(';')}}}`;
}
