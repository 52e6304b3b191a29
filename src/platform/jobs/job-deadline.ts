/** A run that did not end before its deadline. */
export class StuckJob extends Error {
  override readonly name = 'StuckJob';

  constructor(seconds: number) {
    super(`it did not end within ${seconds} s`);
  }
}

/** Waits for `work` until its deadline, then throws `StuckJob`. Its later outcome is ignored. */
export async function beforeDeadline<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StuckJob(seconds)), seconds * 1_000);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
