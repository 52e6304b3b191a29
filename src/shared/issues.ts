/** What is wrong with the fields of a form, in sentences. */
export type Issues<Name extends string = string> = Partial<Record<Name, string>>;

/** Issues without the fields that nothing is wrong with. */
export function issuesIn<Name extends string>(sentences: Partial<Record<Name, string | undefined>>): Issues<Name> {
  return Object.fromEntries(Object.entries(sentences).filter(([, text]) => text !== undefined)) as Issues<Name>;
}
