/** Either a value, or the reason of an expected refusal from a closed list. */
export type Result<T, R extends string> = { ok: true; value: T } | { ok: false; reason: R };

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function refuse<R extends string>(reason: R): { ok: false; reason: R } {
  return { ok: false, reason };
}
