import { hash, randomUUID } from 'node:crypto';

import { createContext } from 'react-router';

/**
 * Nonce that the renderer writes on its own scripts. It is drawn for each render, so that no stored
 * text can hold it.
 */
export const scriptNonce = createContext<string>();

export const newScriptNonce = (): string => randomUUID();

/**
 * Removes the nonce from a page and returns the CSP source of each inline script that had it.
 * A nonce would be the same for everyone who gets a cached page, so the policy lists hashes. A
 * script without the nonce was not written by the renderer and does not run.
 */
export function hashScripts(page: string, nonce: string): { html: string; hashes: string[] } {
  const written = ` nonce="${nonce}"`;
  const script = new RegExp(`<script(?=[^>]*${written})(?![^>]* src=)[^>]*>(.*?)</script>`, 'gs');
  const hashes = [...page.matchAll(script)].map(([, source = '']) => `'sha256-${hash('sha256', source, 'base64')}'`);
  return { html: page.replaceAll(written, ''), hashes };
}
