import { DatabaseUnreachable } from '#platform/db/unavailable.server.ts';

import { startUpSentence } from '../app/start-up.server.ts';

/** Why a command cannot do its work, in one sentence for its operator. */
export class CommandProblem extends Error {}

export const say = (text: string) => void process.stdout.write(`${text}\n`);

function sentence(error: unknown): string {
  if (error instanceof CommandProblem) return error.message;
  const told = startUpSentence(error);
  return error instanceof DatabaseUnreachable ? told : told.replace('The shop could not start: ', '');
}

/** Runs a command as this process's only work and ends with its exit code: 1 and one sentence when it cannot be done. */
export async function runCommand(work: (args: string[]) => Promise<number>): Promise<never> {
  try {
    process.exit(await work(process.argv.slice(2)));
  } catch (error) {
    process.stderr.write(`${sentence(error)}\n`);
    process.exit(1);
  }
}
