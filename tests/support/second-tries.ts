import type { Reporter, TestCase } from 'vitest/node';

/** Names at the end of a run every test that passed only when it was tried again: it is looked at like a failure. */
export class SecondTries implements Reporter {
  #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    console.log(`\npassed on a second try: ${this.#names.length}`);
    for (const name of this.#names) console.log(`  ${name}`);
  }
}
