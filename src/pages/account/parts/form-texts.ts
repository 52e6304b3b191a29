/** The texts of a form's fields, at most 500 characters each; a missing field or a file reads as empty. */
export function textsOf<N extends string>(form: FormData, names: readonly N[]): Record<N, string> {
  const entries = names.map((name) => {
    const value = form.get(name);
    return [name, typeof value === 'string' ? value.slice(0, 500) : ''];
  });
  return Object.fromEntries(entries) as Record<N, string>;
}
