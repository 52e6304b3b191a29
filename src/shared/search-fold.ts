// SQL's `search_fold` (migration 0019) folds alike, and indexes are built with it. A change here
// needs a function of another name and new indexes.

/** Apostrophes, quotation marks, hyphens and dashes, as parts of a class of characters. */
const joining = [
  '\'"`\\u00ab\\u00bb\\u02b9-\\u02bf\\u02c8\\u02ca\\u02cb\\u055a\\u05f3\\u05f4\\u2018-\\u201f\\u2032-\\u203a\\u275b-\\u275e\\ua78b\\ua78c',
  '\\u002d\\u058a\\u05be\\u1400\\u1806\\u2010-\\u2015\\u2043\\u2053\\u2212\\u2e17\\u2e1a\\u2e3a\\u2e3b\\u2e40\\u301c\\u3030\\u30a0',
].join('');

/** Accents and vowel points, then characters without a visible form. */
const unjoining = [
  '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f',
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670',
  '\\u00ad\\u061c\\u115f\\u1160\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffd\\u{e0000}-\\u{e0fff}',
].join('');

const joiners = new RegExp(`[${joining}]`, 'gu');
const leftOut = new RegExp(`[${joining}${unjoining}]`, 'gu');

/** Ranges of the scripts in use that have capitals: Latin, Greek, Cyrillic, Armenian, Georgian. */
const scripts = [
  [0x41, 0x5a],
  [0xc0, 0x24f],
  [0x370, 0x52f],
  [0x531, 0x556],
  [0x1c90, 0x1cbf],
] as const;

const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));

const lowercase = scripts
  .flatMap(([from, to]) => run(from, to))
  .filter((letter) => letter === letter.normalize('NFKD') && letter !== letter.toLowerCase())
  .map((letter) => [letter, letter.toLowerCase()] as const);

/** Zeros of the digits that are folded: Arabic, Persian, Devanagari, Bengali and Thai. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
const digits = zeros.flatMap((zero) => run(zero, zero + 9).map((digit, value) => [digit, String(value)] as const));

/** Letters that do not decompose, with the plain letters that people type for them. */
const alike = 'ßss ẞss æae œoe þth øo łl đd ðd ɖd ħh ıi ŋn ŧt ƒf ςσ یي ىي کك ةه'
  .split(' ')
  .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const);
const plain: ReadonlyMap<string, string> = new Map([...digits, ...alike]);
const plainOf: ReadonlyMap<string, string> = new Map([
  ...plain,
  ...lowercase.map(([capital, letter]) => [capital, plain.get(letter) ?? letter] as const),
]);

const blanks = /[\t-\r\u0085\u1680\u2028\u2029\u2800 ]+/g;

/** Decomposes accents, ligatures and letters of another width. */
const decomposed = (text: string) =>
  // An accent sign that is typed as an apostrophe would become a blank.
  text.replaceAll('´', "'").normalize('NFKD');

/** Returns a text with another sign for each apostrophe, hyphen and dash. */
export const unjoined = (text: string, sign: string): string => decomposed(text).replaceAll(joiners, sign);

/**
 * Returns a text as searches compare it: what people call the same sign is the same. Case, accents,
 * ligatures and the width of letters do not count. Apostrophes, hyphens and invisible characters
 * are left out, and blanks are single spaces.
 */
export const folded = (text: string): string =>
  Array.from(decomposed(text).replaceAll(leftOut, ''), (sign) => plainOf.get(sign) ?? sign)
    .join('')
    .normalize('NFC')
    .replaceAll(blanks, ' ')
    .trim();
