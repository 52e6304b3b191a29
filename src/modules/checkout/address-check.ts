import { identifier } from '#shared/identifier.ts';

import { isOneSlipFrom } from './email-typo.ts';

const shortNames: Record<string, string> = {
  NYC: 'NEWYORK',
  MANHATTAN: 'NEWYORK',
  LA: 'LOSANGELES',
  SF: 'SANFRANCISCO',
};
const spelt: readonly [RegExp, string][] = [
  [/\bSAINTE?\b/g, 'ST'],
  [/\bFORT\b/g, 'FT'],
  [/\bMOUNT\b/g, 'MT'],
  [/\bHEIGHTS\b/g, 'HTS'],
  [/\bBEACH\b/g, 'BCH'],
  [/\b(?:CITY|TOWN|TOWNSHIP|TWP|VILLAGE|BOROUGH|COUNTY|OF|THE|AND)\b/g, ''],
];

/**
 * Normalizes a city name for comparison: uppercase, without accents, punctuation, spaces and words
 * like "City of".
 */
export function cityKey(city: string): string {
  const plain = identifier(city).normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
  const words = plain.replaceAll(/[^A-Z]+/g, ' ');
  const key = spelt.reduce((text, [form, written]) => text.replaceAll(form, written), words).replaceAll(' ', '');
  return shortNames[key] ?? key;
}

/** Minimum length, in letters, of a name that is matched inside a longer one or with a typo. */
const minPartLength = 5;

/** True if a typed city is one of `keys`, contains or is contained in one, or is one typo away. */
export function isCityOf(city: string, keys: readonly string[]): boolean {
  const typed = cityKey(city);
  return keys.some((key) => {
    if (key === typed) return true;
    if (Math.min(key.length, typed.length) < minPartLength) return false;
    return key.includes(typed) || typed.includes(key) || isOneSlipFrom(typed, key);
  });
}
