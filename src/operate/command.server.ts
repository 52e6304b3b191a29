import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

import { DatabaseUnreachable } from '#platform/db/unavailable.server.ts';

/** Why a command cannot do its work, in one sentence for its operator. */
export class CommandProblem extends Error {}

export const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Why something cannot be done, in one sentence for an operator who starts no shop now. */
export async function operatorSentence(error: unknown): Promise<string> {
  if (error instanceof CommandProblem) return error.message;
  const { startUpSentence } = await import('../app/start-up.server.ts');
  const told = startUpSentence(error);
  return error instanceof DatabaseUnreachable ? told : told.replace('The shop could not start: ', '');
}

/** `usage` is shown for --help and after a wrong call. `missing` asks for its one word, a file or an address; a command without it takes none. */
type Form = { usage: string; missing?: string; options?: ParseArgsOptionsConfig };
type Given = { word: string; values: Record<string, unknown> };

function argumentsOf({ usage, missing, options = {} }: Form): Given | 'help' {
  if (process.argv.slice(2).some((given) => given === '--help' || given === '-h')) return 'help';
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: missing !== undefined });
    const [word = '', ...more] = positionals;
    if (missing !== undefined && (word === '' || more.length > 0)) throw new CommandProblem(`${missing}: ${usage}`);
    return { word, values };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandProblem(`${error.message.split('. ')[0]}. Use: ${usage}`);
  }
}

/**
 * Runs a command as this process's only work and ends with its exit code: 1 and one sentence when it cannot be done. `work` imports
 * the shop itself: how a command is called is said in a tenth of the time that loading all of it takes.
 */
export async function runCommand(form: Form, work: (given: Given) => Promise<number>): Promise<never> {
  try {
    const given = argumentsOf(form);
    if (given === 'help') say(form.usage);
    process.exit(given === 'help' ? 0 : await work(given));
  } catch (error) {
    process.stderr.write(`${await operatorSentence(error)}\n`);
    process.exit(1);
  }
}
