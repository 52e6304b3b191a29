import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { z } from 'zod';

import { fileSentence } from '../fault-sentences.server.ts';
import { CommandError } from '../run-command.server.ts';
import { line, rowChecksum, type Line, type Manifest } from './backup-format.ts';

async function* textLines(file: string): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8');
  // Errors also end `text`, and its reader reports them.
  pipeline(createReadStream(file), text).catch(() => undefined);
  let begun: string[] = [];
  for await (const chunk of text) {
    const [end = '', ...others] = String(chunk).split('\n');
    begun.push(end);
    for (const next of others) {
      yield begun.join('');
      begun = [next];
    }
  }
}

/**
 * Yields the lines of a backup in order. Throws a one-sentence error if the file is not a backup or
 * is truncated.
 */
export async function* readLines(file: string): AsyncGenerator<Line> {
  try {
    for await (const text of textLines(file)) yield line.parse(JSON.parse(text));
  } catch (error) {
    const fault = fileSentence(error, file);
    if (fault !== null) throw new CommandError(fault);
    const why = error instanceof z.ZodError ? 'an unknown line' : error instanceof Error ? error.message : 'broken';
    throw new CommandError(`${file} isn’t a complete shop backup (${why}).`);
  }
}

function sameSums(manifest: Manifest, sums: ReadonlyMap<string, ReturnType<typeof rowChecksum>>): boolean {
  return manifest.tables.every(({ name, rows, checksum }) => {
    const found = sums.get(name)?.result();
    return found?.rows === rows && found.checksum === checksum;
  });
}

/** Returns a backup's manifest after checking every row against its checksums. */
export async function readManifest(file: string): Promise<Manifest> {
  const sums = new Map<string, ReturnType<typeof rowChecksum>>();
  let current = rowChecksum();
  for await (const one of readLines(file)) {
    if (typeof one === 'string') current.add(one);
    else if ('table' in one) sums.set(one.table, (current = rowChecksum()));
    else if (sameSums(one.manifest, sums)) return one.manifest;
    else throw new CommandError(`${file} is damaged. Its checksum doesn’t match.`);
  }
  throw new CommandError(`${file} isn’t a complete shop backup. The end of the file is missing.`);
}
