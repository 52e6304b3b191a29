import type { Reporter, TestCase } from 'vitest/node';

/** Leaves the packages' frames out of a stack. */
const ownFrames = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .join('\n');

/**
 * Lists tests that passed only on retry at the end of a run, with the failures of their first
 * tries, because they need the same attention as failures.
 */
export class RetriedTestsReporter implements Reporter {
  #tests: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const failures = (test.result().errors ?? []).map(({ stack, message }) => ownFrames(stack ?? message));
    this.#tests.push([`${test.module.relativeModuleId} > ${test.fullName}`, ...failures].join('\n'));
  }

  onTestRunEnd(): void {
    console.log(`\npassed on a second try: ${this.#tests.length}`);
    for (const retried of this.#tests) console.log(`  ${retried.replaceAll('\n', '\n    ')}`);
  }
}
