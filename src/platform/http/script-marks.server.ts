import { createHash, randomBytes } from 'node:crypto';

import { createContext } from 'react-router';

/** What the renderer writes on the scripts that are its own: nobody who fills in a review can know it. */
export const scriptMark = createContext<string>();

export const newScriptMark = () => randomBytes(16).toString('base64url');

const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

const opening = /<script([^>]*)>/g;
const ending = '</script>';

/**
 * Takes the marks off a page and answers the CSP source of each script that bore one: a hash each, so that no nonce spoils a cached
 * page. A script without the mark was not written by the renderer, wherever it came from, and does not run.
 */
export function takeMarks(html: string, mark: string): { html: string; hashes: string[] } {
  const written = ` nonce="${mark}"`;
  const hashes: string[] = [];
  let from = 0;
  // One pattern for all pages: one with the mark in it would be compiled anew for each.
  for (const { 0: tag, 1: attributes = '', index } of html.matchAll(opening)) {
    if (index < from || !attributes.includes(written) || attributes.includes(' src=')) continue;
    const end = html.indexOf(ending, index + tag.length);
    if (end === -1) break;
    hashes.push(hashOf(html.slice(index + tag.length, end)));
    from = end;
  }
  return { html: html.replaceAll(written, ''), hashes };
}
