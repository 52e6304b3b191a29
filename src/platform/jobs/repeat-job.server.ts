import type { Logger } from 'pino';

import { endWithin, stopWithinMs } from './condition-poller.server.ts';

type Repeated = { name: string; everySeconds: number; work(this: void): Promise<void> };

/** Pause after a run that failed, in seconds, at most. */
const againSeconds = 60;

/**
 * Runs `work` now, and again `everySeconds` after each run ended, or within a minute after one that
 * failed. Errors are logged and do not stop it. Returns the function that stops it.
 */
export function repeatJob(log: Logger, { name, everySeconds, work }: Repeated): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let pause = everySeconds;
  const run = () => {
    running = work()
      .then(() => void (pause = everySeconds))
      .catch((error: unknown) => {
        pause = Math.min(everySeconds, againSeconds);
        log.error({ err: error, job: name }, 'job failed');
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(run, pause * 1000);
      });
  };
  run();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await endWithin(stopWithinMs, { log, names: () => [name] }, running);
  };
}
