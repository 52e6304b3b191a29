import { hash, randomUUID } from 'node:crypto';

import { createContext } from 'react-router';

/** What the renderer writes on the scripts that are its own: nobody who fills in a review can know it. */
export const scriptMark = createContext<string>();

export const newScriptMark = (): string => randomUUID();

/** Of a page: what was kept of it is bytes already, and holds no script. */
export type Piece = string | Uint8Array;

const hashOf = (source: string) => `'sha256-${hash('sha256', source, 'base64')}'`;

const ending = '</script>';

/** The source of the script in whose tag something stands; null in the tag of anything else, a script of its own file included. */
function sourceOfTag(html: string, at: number): string | null {
  const open = html.indexOf('>', at);
  const tag = html.slice(html.lastIndexOf('<', at), open);
  if (!tag.startsWith('<script ') || tag.includes(' src=')) return null;
  const end = html.indexOf(ending, open);
  return end === -1 ? null : html.slice(open + 1, end);
}

/**
 * Takes the marks off a page, whose pieces hold whole scripts, and answers the CSP source of each script that bore one: a hash each, so that no nonce spoils a cached
 * page. A script without the mark was not written by the renderer, wherever it came from, and does not run.
 */
export function takeMarks(pieces: readonly Piece[], mark: string): { pieces: Piece[]; hashes: string[] } {
  const written = ` nonce="${mark}"`;
  const hashes: string[] = [];
  const unmarked: Piece[] = [];
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      unmarked.push(piece);
      continue;
    }
    let from = 0;
    for (let at = piece.indexOf(written); at !== -1; at = piece.indexOf(written, from)) {
      const source = sourceOfTag(piece, at);
      if (source !== null) hashes.push(hashOf(source));
      unmarked.push(piece.slice(from, at));
      from = at + written.length;
    }
    unmarked.push(piece.slice(from));
  }
  return { pieces: unmarked, hashes };
}
