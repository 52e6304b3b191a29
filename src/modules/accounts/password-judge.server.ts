import { Worker } from 'node:worker_threads';

import { WorkerThread } from '#platform/thread.server.ts';

/** `isWord`: the whole text is one of the given words. `usesWords`: part of it is. */
export type Verdict = { guesses: number; isWord: boolean; usesWords: boolean };
export type ToJudge = { texts: string[]; words: string[] };

/**
 * Number of characters that are judged. Longer input costs more CPU time and does not become
 * weaker.
 */
const judgedLength = 48;
/** Number of words that are compared with a password. */
const maxWords = 100;

/** Thread that judges, because a text costs up to 60 ms and the dictionary about 10 MB. */
const thread = new WorkerThread<ToJudge, Verdict[]>({
  start: () => new Worker(new URL('./password.worker.server.ts', import.meta.url)),
  withinMs: 10_000,
  maxWaiting: 100,
});

const bounded = (all: readonly string[]) => all.map((text) => text.slice(0, judgedLength));

/** Judges texts in a thread of its own. `words` are those that an attacker tries first. */
export const judge = (texts: readonly string[], words: readonly string[]): Promise<Verdict[]> =>
  thread.run({ texts: bounded(texts), words: bounded(words.slice(0, maxWords)) });
