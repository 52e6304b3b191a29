/** Problems with the fields of a form, as sentences. */
export type Issues<Name extends string = string> = Partial<Record<Name, string>>;

/** Returns only the fields with an issue. */
export function issuesIn<Name extends string>(
  sentences: Partial<Record<Name, string | null | undefined>>,
): Issues<Name> {
  return Object.fromEntries(Object.entries(sentences).filter(([, text]) => typeof text === 'string')) as Issues<Name>;
}
