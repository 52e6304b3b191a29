import { parentPort, type Worker } from 'node:worker_threads';

import { HttpError } from './http/http-error.server.ts';

type Answer<Output> = { output: Output } | { failure: string };
type Task<Input, Output> = { input: Input; settle(answer: Answer<Output> | Error): void };

type ThreadOptions = {
  /** Starts the thread. The built file is found only if the call names it literally. */
  start(this: void): Worker;
  /** Deadline of one task, from when the thread begins it, in ms. */
  withinMs: number;
  /** Tasks that wait at most. Further ones are refused with 503. */
  maxWaiting: number;
};

/**
 * A thread that works on one input at a time. It starts with the first one and keeps no process
 * alive. A task that misses its deadline ends the thread; the next one gets a new thread.
 */
export class WorkerThread<Input, Output> {
  readonly #options: ThreadOptions;
  readonly #tasks: Task<Input, Output>[] = [];
  #worker: Worker | null = null;
  #current: Task<Input, Output> | null = null;
  #deadline: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Has the thread work on an input. Throws 503 if too many wait, and its failure if it fails. */
  run(input: Input): Promise<Output> {
    if (this.#tasks.length >= this.#options.maxWaiting)
      return Promise.reject(new HttpError(503, 'busy', 'The shop is busy. Please try again in a moment.'));
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer<Output> | Error) => {
        if (answer instanceof Error) reject(answer);
        else if ('failure' in answer) reject(new Error(answer.failure));
        else resolve(answer.output);
      };
      this.#tasks.push({ input, settle });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current !== null) return;
    const task = this.#tasks.shift();
    if (task === undefined) return;
    this.#current = task;
    const { withinMs } = this.#options;
    const worker = this.#running();
    worker.ref();
    const late = () => this.#drop(worker, new Error(`the thread did not answer in ${withinMs} ms`));
    this.#deadline = setTimeout(late, withinMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(task.input);
  }

  #running(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = this.#options.start();
    worker.on('message', (answer: Answer<Output>) => this.#finish(answer));
    worker.on('error', (error: Error) => this.#drop(worker, error));
    worker.on('exit', (code) => this.#drop(worker, new Error(`the thread ended with ${code}`)));
    this.#worker = worker;
    return worker;
  }

  #finish(answer: Answer<Output> | Error): void {
    clearTimeout(this.#deadline);
    const done = this.#current;
    this.#current = null;
    this.#worker?.unref();
    done?.settle(answer);
    this.#next();
  }

  /** Gives up the thread, because its task can have no answer from it any more. */
  #drop(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    void worker.terminate();
    this.#finish(error);
  }
}

/** Answers the inputs of a `WorkerThread`. Called once, in the thread's own file. */
export function serveThread(work: (input: never) => unknown): void {
  const answer = async (input: never): Promise<Answer<unknown>> => {
    try {
      return { output: await work(input) };
    } catch (error) {
      return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.on('message', (input) => void answer(input as never).then((sent) => parentPort?.postMessage(sent)));
}
