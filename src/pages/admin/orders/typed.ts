/** What was typed into a form, by the names of its fields. */
export type Typed = Record<string, string>;

export const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** Everything of a form that can be shown again. */
export function typedIn(form: FormData): Typed {
  const entries = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries.map(([name, value]) => [name, value.slice(0, 500)]));
}
