/** What a form has as text under a name; nothing for a file or a field that it does not have. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
