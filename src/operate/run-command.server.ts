import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

import { DatabaseUnreachable } from '#platform/db/database-errors.server.ts';

/** Operator-facing message for a command that cannot run. */
export class CommandError extends Error {}

export const printLine = (text: string) => void process.stdout.write(`${text}\n`);

/** Returns the operator-facing sentence for an error outside a start of the shop. */
export async function operatorSentence(error: unknown): Promise<string> {
  if (error instanceof CommandError) return error.message;
  const { fileSentence, providerSentence } = await import('./fault-sentences.server.ts');
  const fault = fileSentence(error) ?? providerSentence(error);
  if (fault !== null) return fault;
  const { startUpErrorMessage } = await import('../app/start-up-messages.server.ts');
  const sentence = startUpErrorMessage(error);
  return error instanceof DatabaseUnreachable ? sentence : sentence.replace('The shop could not start: ', '');
}

/**
 * Command-line interface of a command. `usage` is shown for --help and after a wrong call.
 * `missing` is the message if the required word, a file or an address, is missing. Without
 * `missing` the command takes no word.
 */
type Form = { usage: string; missing?: string; options?: ParseArgsOptionsConfig };
type CommandInput = { word: string; values: Record<string, unknown> };

function argumentsOf({ usage, missing, options = {} }: Form): CommandInput | 'help' {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return 'help';
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: missing !== undefined });
    const [word = '', ...more] = positionals;
    if (missing !== undefined && (word === '' || more.length > 0)) throw new CommandError(`${missing}: ${usage}`);
    return { word, values };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandError(`${error.message.split('. ')[0]}. Use: ${usage}`);
  }
}

/**
 * Runs a command as this process's only work and exits with its code. Prints one sentence and exits
 * with 1 if it fails. `work` imports the shop lazily, because loading it takes ten times longer
 * than printing the usage.
 */
export async function runCommand(form: Form, work: (input: CommandInput) => Promise<number>): Promise<never> {
  try {
    const input = argumentsOf(form);
    if (input === 'help') printLine(form.usage);
    process.exit(input === 'help' ? 0 : await work(input));
  } catch (error) {
    process.stderr.write(`${await operatorSentence(error)}\n`);
    process.exit(1);
  }
}
