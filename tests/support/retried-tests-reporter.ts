import type { Reporter, TestCase } from 'vitest/node';

/**
 * Lists tests that passed only on retry at the end of a run, because they need the same attention
 * as failures.
 */
export class RetriedTestsReporter implements Reporter {
  #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    console.log(`\npassed on a second try: ${this.#names.length}`);
    for (const name of this.#names) console.log(`  ${name}`);
  }
}
