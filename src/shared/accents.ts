const characters = (ranges: readonly (readonly [number, number])[]) =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)));

/** Latin letters in names: Western and Central Europe, Romania and Vietnam. */
const latin = characters([
  [0xe0, 0x17f],
  [0x1a0, 0x1b0],
  [0x218, 0x21b],
  [0x1ea0, 0x1ef9],
]);

/**
 * Lowercase letters with an accent, each with its plain letter. Stroked letters and the dotless i
 * do not decompose, so they are listed.
 */
export const plainOf: ReadonlyMap<string, string> = new Map([
  ...latin
    .map((letter) => [letter, letter.normalize('NFD').charAt(0)] as const)
    .filter(([letter, plain]) => letter !== plain && /^[a-z]$/.test(plain)),
  ...([
    ['ø', 'o'],
    ['ł', 'l'],
    ['đ', 'd'],
    ['ħ', 'h'],
    ['ı', 'i'],
  ] as const),
]);

/** Combining marks, with which some systems write these letters. */
export const marks = characters([
  [0x300, 0x30c],
  [0x31b, 0x31b],
  [0x323, 0x328],
]).join('');

/** Capitals of these letters, because `lower` ignores them in a database with locale C. */
const capitals = [...plainOf]
  .map(([letter, plain]) => [letter.toUpperCase(), plain] as const)
  .filter(([capital]) => capital.length === 1 && !/[A-Z]/.test(capital));
const foldedPairs = [...plainOf, ...capitals];

/**
 * Arguments of SQL's `translate`: letters with accents, then combining marks. Marks have no
 * counterpart and are removed.
 */
export const folding = {
  from: foldedPairs.map(([letter]) => letter).join('') + marks,
  to: foldedPairs.map(([, plain]) => plain).join(''),
} as const;

/**
 * Returns a text in lowercase without accents, as SQL's `translate(lower(…))` folds it: 'müller'
 * for 'Müller'.
 */
export const folded = (text: string) =>
  Array.from(text.toLowerCase(), (letter) => (marks.includes(letter) ? '' : (plainOf.get(letter) ?? letter))).join('');
