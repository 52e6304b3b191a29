import { setTimeout as pause } from 'node:timers/promises';

export type Done = { perSecond: number; count: number; times: number[] };

/**
 * Runs `concurrency` workers for `seconds`. Each starts the next task when the last is done. Times
 * are in ms.
 */
export async function closedLoop(
  { concurrency, seconds }: { concurrency: number; seconds: number },
  work: (worker: number) => Promise<unknown>,
): Promise<Done> {
  const begun = performance.now();
  const times: number[] = [];
  const worker = async (number: number) => {
    while (performance.now() - begun < seconds * 1000) {
      const started = performance.now();
      await work(number);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_none, number) => worker(number)));
  return { perSecond: times.length / ((performance.now() - begun) / 1000), count: times.length, times };
}

/**
 * Starts tasks at a fixed rate, whether or not the last is done. Times are in ms from the scheduled
 * start.
 */
export async function openLoop(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  work: () => Promise<unknown>,
): Promise<Done> {
  const begun = performance.now();
  const times: number[] = [];
  const running: Promise<void>[] = [];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const planned = begun + (number * 1000) / perSecond;
    await pause(Math.max(0, planned - performance.now()));
    running.push(work().then(() => void times.push(performance.now() - planned)));
  }
  await Promise.all(running);
  return { perSecond: times.length / ((performance.now() - begun) / 1000), count: times.length, times };
}
