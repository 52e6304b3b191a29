/** Where a page of orders goes on: after the order placed at `at` with this id. */
export type Cursor = { at: Date; id: string };

const form = /^(\d{1,16})\.([0-9a-f-]{36})$/;

/** A cursor as the caller keeps it; in microseconds, as the database counts. */
export function cursorText(micros: string, id: string): string {
  return Buffer.from(`${micros}.${id}`).toString('base64url');
}

/** What a cursor names, or null when it is none of ours. */
export function cursorFrom(text: string): { micros: string; id: string } | null {
  const [, micros, id] = form.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  return micros === undefined || id === undefined ? null : { micros, id };
}
