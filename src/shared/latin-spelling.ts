/** Letters that packing slips, invoices and parcel labels print. */
const printed = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const letter = /\p{L}/u;

/**
 * True if a name has only letters that packing slips and parcel labels do not print, such as
 * Chinese, Korean or Arabic. Its owner is asked for the Latin spelling.
 */
export const needsLatinSpelling = (name: string): boolean => letter.test(name) && !printed.test(name);

/** Stands for a character that cannot be printed. */
export const unprintable = '\uFFFF';

const unprintableWords = new RegExp(`(?<![\\p{L}\\p{N}])${unprintable}{1,200}(?![\\p{L}\\p{N}])`, 'gu');

/**
 * Returns a line as it is printed. Words of unprintable characters are left out if a spelling is
 * beside them, with the brackets around it: 'Wang Xiaoming' for '王小明 (Wang Xiaoming)'. Otherwise
 * '?' stands for each such character.
 */
export function withSpelling(line: string): string {
  const marked = (text: string) => text.replaceAll(unprintable, '?');
  const rest = line.replaceAll(unprintableWords, ' ').replaceAll(/ {2,}/g, ' ').trim();
  if (rest === line || !/[\p{L}\p{N}]/u.test(rest)) return marked(line);
  return marked(rest.replaceAll(/\( ?\)/g, '').replace(/^\(([^()]{1,200})\)$/, '$1')).trim();
}
