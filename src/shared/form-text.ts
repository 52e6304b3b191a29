/** Returns a text field of a form, or '' for a file or a missing field. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
