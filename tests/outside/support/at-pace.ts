import { setTimeout as pause } from 'node:timers/promises';

/**
 * Starts work at a steady rate while fewer than `maxPending` are pending. Returns how many
 * succeeded.
 */
export async function atPace(
  { perSecond, maxPending, isOver }: { perSecond: number; maxPending: number; isOver: () => boolean },
  work: (number: number) => Promise<unknown>,
): Promise<number> {
  const pending = new Set<Promise<void>>();
  const begun = performance.now();
  const failures: unknown[] = [];
  let done = 0;
  let next = 0;
  const one = async (number: number) => {
    try {
      await work(number);
      done += 1;
    } catch (error) {
      failures.push(error);
    }
  };
  while (!isOver() && failures.length === 0) {
    const due = ((performance.now() - begun) / 1_000) * perSecond;
    while (next < due) {
      if (pending.size >= maxPending) next = Math.floor(due);
      else {
        const running: Promise<void> = one(next).finally(() => pending.delete(running));
        pending.add(running);
      }
      next += 1;
    }
    await pause(10);
  }
  await Promise.all(pending);
  if (failures.length > 0) throw failures[0];
  return done;
}
