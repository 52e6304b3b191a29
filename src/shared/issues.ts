/** What is wrong with the fields of a form, in sentences. */
export type Issues<Name extends string = string> = Partial<Record<Name, string>>;

/** Issues without the fields that nothing is wrong with. */
export function issuesIn<Name extends string>(
  sentences: Partial<Record<Name, string | null | undefined>>,
): Issues<Name> {
  return Object.fromEntries(Object.entries(sentences).filter(([, text]) => typeof text === 'string')) as Issues<Name>;
}
