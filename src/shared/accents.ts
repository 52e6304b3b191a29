const characters = (ranges: readonly (readonly [number, number])[]) =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)));

/** Latin letters of names: of Western and Central Europe, Romania and Vietnam. */
const latin = characters([
  [0xe0, 0x17f],
  [0x1a0, 0x1b0],
  [0x218, 0x21b],
  [0x1ea0, 0x1ef9],
]);

/** Small letters with an accent, each with its plain letter. Those with a stroke, and the i without a dot, do not decompose. */
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

/** Combining marks, by which some systems write these letters. */
export const marks = characters([
  [0x300, 0x30c],
  [0x31b, 0x31b],
  [0x323, 0x328],
]).join('');

/** Capitals of these letters: `lower` leaves them alone in a database of locale C. */
const capitals = [...plainOf]
  .map(([letter, plain]) => [letter.toUpperCase(), plain] as const)
  .filter(([capital]) => capital.length === 1 && !/[A-Z]/.test(capital));
const foldedLetters = [...plainOf, ...capitals];

/** Arguments of SQL's `translate`: letters with accents, and combining marks, which have no counterpart and are left out. */
export const folding = {
  from: foldedLetters.map(([letter]) => letter).join('') + marks,
  to: foldedLetters.map(([, plain]) => plain).join(''),
} as const;

/** A text in small letters without accents: 'müller' of 'Müller', as SQL's `translate(lower(…))` folds it. */
export const folded = (text: string) =>
  Array.from(text.toLowerCase(), (letter) => (marks.includes(letter) ? '' : (plainOf.get(letter) ?? letter))).join('');
