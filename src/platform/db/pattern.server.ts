/** A pattern that finds the words anywhere; what the database reads as a sign stands for itself. */
export function containing(q: string): string {
  return `%${q.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
