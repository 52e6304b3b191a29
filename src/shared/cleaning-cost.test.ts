import { expect, test } from 'vitest';

import { isBlank, isOvermarked, oneLine, stripInvisible } from './clean-text.ts';
import { isEmailAddress } from './email-address.ts';
import { formValues, nonEmptyLines, parseCents } from './form-values.ts';
import { normalizeIdentifier, normalizeCompactIdentifier } from './identifier.ts';
import { isPhoneNumber, phoneText } from './phone-number.ts';

/** Maximum processor time of cleaning one text of a request, in milliseconds. */
const maxMs = 50;
const bytes = 96_000;
const repeated = (text: string) => text.repeat(bytes / Buffer.byteLength(text));

const texts: readonly (readonly [string, string])[] = [
  ['commas', repeated(',')],
  ['blanks before a letter', `${repeated(' ')}a`],
  ['letters of an extension', repeated('x')],
  ['extensions', repeated('ext. ')],
  ['digits', repeated('1')],
  ['marks in the wrong order', `e${'\u0301'.repeat(24_000)}${'\u0316'.repeat(24_000)}`],
  ['marks and invisible characters', repeated('\u0301\u200b')],
  ['ligatures that become 18 letters', repeated('\ufdfa')],
  ['foreign digits', repeated('\u{1d7ff}')],
  ['line ends', `1${repeated('\n')}2`],
  ['dots and signs', repeated('a.@')],
];

const cleaners: Record<string, (text: string) => unknown> = {
  identifier: normalizeIdentifier,
  solidIdentifier: normalizeCompactIdentifier,
  phoneText,
  isPhoneNumber,
  isEmailAddress,
  isOvermarked,
  visible: stripInvisible,
  oneLine,
  isBlank,
  linesOf: nonEmptyLines,
  parseCents,
  formValues(text) {
    const form = new FormData();
    form.append('name', text);
    return formValues(form);
  },
};

function cpuMs(work: () => unknown): number {
  const runs = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...runs);
}

const cases = Object.keys(cleaners).flatMap((name) => texts.map(([kind, text]) => [name, kind, text] as const));

test.each(cases)('%s cleans 96 KB of %s within 50 ms', (name, _kind, text) => {
  expect(cpuMs(() => cleaners[name]?.(text))).toBeLessThanOrEqual(maxMs);
});
