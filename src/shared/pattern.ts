const literal = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** A pattern of SQL that finds the words anywhere; what the database reads as a sign stands for itself. */
export const containing = (words: string) => `%${literal(words)}%`;

/** A pattern of SQL that finds what begins with the words; what the database reads as a sign stands for itself. */
export const beginning = (words: string) => `${literal(words)}%`;
