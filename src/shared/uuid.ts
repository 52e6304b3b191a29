const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be the id of a row: PostgreSQL takes nothing else for one. */
export function isUuid(text: string): boolean {
  return form.test(text);
}
