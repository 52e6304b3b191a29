import { Worker } from 'node:worker_threads';

import { expect, test } from 'vitest';

import { WorkerThread } from './thread.server.ts';

/** Answers each input: `hang` never, `end` by ending the thread, `fail` with a failure. */
const program = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (input) => {
    if (input === 'end') process.exit(3);
    if (input === 'fail') return parentPort.postMessage({ failure: 'no' });
    if (input !== 'hang') parentPort.postMessage({ output: input + '!' });
  });`;

function threadOf(withinMs: number, maxWaiting = 10) {
  let started = 0;
  const thread = new WorkerThread<string, string>({
    start() {
      started += 1;
      return new Worker(program, { eval: true });
    },
    withinMs,
    maxWaiting,
  });
  const settled = (input: string) =>
    thread.run(input).then(
      (output) => output,
      (error: Error) => error.message,
    );
  return { settled, started: () => started };
}

test('one thread answers one task after the other, a failed one included', async () => {
  const { settled, started } = threadOf(20_000);
  expect(await Promise.all(['a', 'fail', 'b'].map(settled))).toEqual(['a!', 'no', 'b!']);
  expect(started()).toBe(1);
});

test.each([
  ['hang', 'the thread did not answer in 1500 ms'],
  ['end', 'the thread ended with 3'],
])('a task that makes the thread %s fails, and a new thread answers the next ones', async (input, message) => {
  const { settled, started } = threadOf(1_500);
  expect(await Promise.all(['a', input, 'b', 'c'].map(settled))).toEqual(['a!', message, 'b!', 'c!']);
  expect(started()).toBe(2);
});

test('tasks beyond the limit are refused at once', async () => {
  const { settled } = threadOf(1_500, 2);
  const busy = 'The shop is busy. Please try again in a moment.';
  const answers = ['hang', 'a', 'b', 'c'].map(settled);
  expect(await Promise.race([...answers.slice(0, 3), answers[3]])).toBe(busy);
  expect(await Promise.all(answers.slice(1, 3))).toEqual(['a!', 'b!']);
});
