/**
 * True when the database can store a text, in a column or within JSON: no NUL and no lone
 * surrogate.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Maximum combining marks on one letter, as in Unicode's stream-safe text. Normalization sorts
 * them in quadratic time. https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
const marksMax = 30;
const ignored = /(?!\p{M})[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\ufffc\ufffd]/gu;
const tooManyMarks = new RegExp(`\\p{M}{${marksMax + 1}}`, 'u');

/**
 * True when a letter carries more combining marks than any script writes. Invisible characters
 * between marks do not count, because cleaning removes them.
 */
export const isOvermarked = (text: string) => text.length > marksMax && tooManyMarks.test(text.replaceAll(ignored, ''));

/**
 * Returns the first `max` characters of a text. Never splits a surrogate pair, because half of one
 * cannot be stored.
 */
export const truncate = (text: string, max: number) => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

/**
 * Invisible characters except joiners, variation selectors and tags, which change the letter or
 * emoji beside them.
 */
const unseen =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- intended
  /[\0\p{Cs}\ufffc]|(?![\u200c\u200d\p{Variation_Selector}\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/**
 * Drops invisible characters that are pasted along with a text: soft hyphens, zero-width spaces,
 * direction marks, object placeholders, and unstorable ones. Names, streets and messages keep the
 * characters that connect letters and emoji.
 */
export const stripInvisible = (text: string) => text.replaceAll(unseen, '');

/** True when a text shows nothing: no letter, digit, punctuation or symbol. */
export const isBlank = (text: string) => !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

// oxlint-disable-next-line no-control-regex -- control characters are what is removed
const control = /[\u0000-\u001f\u007f]+/g;

/** Returns visible text as one line, without control characters. */
export const oneLine = (text: string) => stripInvisible(text).replaceAll(control, ' ').trim();

/**
 * Returns a text that PostgreSQL stores: half a surrogate pair and NUL become U+FFFD. For records
 * that must not be lost with a bad sign.
 */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');
