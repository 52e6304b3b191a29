const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True when a text can be the id of a row. PostgreSQL rejects any other text for an id. */
export function isUuid(text: string): boolean {
  return form.test(text);
}
