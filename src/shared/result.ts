/**
 * Either a value, or the reason of an expected refusal from a closed list. `message`: the sentence
 * of a refusal that names a value. The others have that of their reason.
 */
export type Result<T, R extends string> = { ok: true; value: T } | Refusal<R>;

type Refusal<R extends string> = { ok: false; reason: R; message?: string };

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function refuse<R extends string>(reason: R, message?: string): Refusal<R> {
  return message === undefined ? { ok: false, reason } : { ok: false, reason, message };
}
