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

/**
 * Order for a run without earlier timings: by size, but with the longest files of each project
 * first.
 */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- A sequencer method.
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((one) => one.project === project);
      const isLong = ({ moduleId }: TestSpecification) => waitingFiles.includes(basename(moduleId));
      return [...own.filter(isLong), ...own.filter((one) => !isLong(one))];
    });
  }
}
