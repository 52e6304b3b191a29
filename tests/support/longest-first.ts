import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They wait for patience and answers that take as long for everybody; what is left of the last project then fills the workers. */
const longest =
  /\/(lock-out|disclosure|smtp|patience\/service|refunds\/sequences|provider-away|limits\/opening|abuse|reconnecting\.race|changes\.race|reads\.race)\.test\.ts$/;

/** The order of a run that knows no earlier one: by size as ever, but the longest of a project at its beginning. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- It is the sequencer's own method, and gives a new array.
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((one) => one.project === project);
      const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
      return [...own.filter(isLong), ...own.filter((one) => !isLong(one))];
    });
  }
}
