import { hash, randomUUID } from 'node:crypto';

import { createContext } from 'react-router';

/** Token that the renderer writes on its own scripts. Nobody who fills in a review can know it. */
export const scriptMark = createContext<string>();

export const newScriptMark = (): string => randomUUID();

/** Part of a page. Cached parts are bytes already and hold no script. */
export type Piece = string | Uint8Array;

const hashOf = (source: string) => `'sha256-${hash('sha256', source, 'base64')}'`;

const ending = '</script>';

/**
 * Returns the source of the inline script whose tag contains the position. Null for any other tag,
 * such as a script with a `src`.
 */
function sourceOfTag(html: string, at: number): string | null {
  const open = html.indexOf('>', at);
  const tag = html.slice(html.lastIndexOf('<', at), open);
  if (!tag.startsWith('<script ') || tag.includes(' src=')) return null;
  const end = html.indexOf(ending, open);
  return end === -1 ? null : html.slice(open + 1, end);
}

/**
 * Removes the tokens from a page and returns the CSP source of each script that had one. Each piece
 * must hold whole scripts.
 * Uses a hash per script, because a nonce would spoil a cached page. A script without the token was
 * not written by the renderer, so it does not run.
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
