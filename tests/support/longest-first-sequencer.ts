import { basename } from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that spend their time waiting for fixed delays. Started first, they leave the rest of the
 * project to fill the workers. `npm test` leaves them to CI.
 */
export const waitingFiles = [
  'sign-in-lock-out',
  'sign-in-disclosure',
  'sign-in-abuse',
  'text-cost',
  'authenticator-lock-out',
  'smtp',
  'mail-backlog',
  'circuit-breaker.server',
  'refund-sequences',
  'provider-away',
  'opening-limits',
  'reconnecting.race',
  'purge-jobs.race',
  'retention-backlog.race',
  'expire-pace.race',
].map((name) => `${name}.test.ts`);

/** Long files that would run alone at the end if they started later. */
const startFirst = ['kill', 'outage-others', 'safety-nets', 'silence', 'safari'].map((name) => `${name}.test.ts`);

const isIn = (names: readonly string[]) => (file: TestSpecification) => names.includes(basename(file.moduleId));

/**
 * Order for a run without earlier timings: the longest files of all projects, then each project by
 * size with its waiting files first.
 */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- A sequencer method.
    const sorted = await super.sort(files);
    const first = startFirst.flatMap((name) => sorted.filter(isIn([name])));
    const others = sorted.filter((file) => !first.includes(file));
    const projects = [...new Set(others.map(({ project }) => project))];
    const isWaiting = isIn(waitingFiles);
    return [
      ...first,
      ...projects.flatMap((project) => {
        const own = others.filter((file) => file.project === project);
        return [...own.filter(isWaiting), ...own.filter((file) => !isWaiting(file))];
      }),
    ];
  }
}
