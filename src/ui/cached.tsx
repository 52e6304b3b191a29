import { createContext, use } from 'react';

import type { Elements } from './elements.ts';

/**
 * True when the caller passes the HTML of this render
 * to `withCached` before the next render begins.
 */
export const Keeping = createContext(false);

type Part = { of: readonly unknown[]; html: Uint8Array | null };

/** Latest HTML of each part, by name. */
const parts = new Map<string, Part>();

const opening = '<template data-kept="';
const markOf = (name: string) => `${opening}${name}"></template>`;

/**
 * Returns true if a part's HTML is cached for exactly these inputs.
 * Otherwise registers the part as being rendered.
 */
function isWritten(name: string, of: readonly unknown[]): boolean {
  const part = parts.get(name);
  if (part?.of.length === of.length && part.of.every((one, at) => one === of[at])) return part.html !== null;
  parts.set(name, { of, html: null });
  return false;
}

type CachedProps = {
  name: string;
  /** All inputs of the part. None may depend on the visitor, the address or the time. */
  of: readonly unknown[];
  children: Elements;
};

/**
 * Caches a part of a page that is the same for everyone.
 * The server renders it once.
 * Later renders contain only a placeholder, which `withCached` replaces by the HTML.
 * In the browser, too, `children` are the second of three
 * siblings, because `useId` numbers components by their position.
 */
export function Cached({ name, of, children }: CachedProps) {
  const isKeeping = use(Keeping);
  if (!import.meta.env.SSR || !isKeeping) {
    return (
      <>
        {null}
        {children}
        {null}
      </>
    );
  }
  if (isWritten(name, of)) return <template data-kept={name} />;
  return (
    <>
      <template data-kept={name} />
      {children}
      <template data-kept={name} />
    </>
  );
}

/**
 * Splits the HTML of a page that rendered without a fault into pieces.
 * Cached parts are the bytes to send.
 */
export function withCached(html: string): (string | Uint8Array)[] {
  const pieces: ReturnType<typeof withCached> = [];
  let from = 0;
  for (let at = html.indexOf(opening); at !== -1; at = html.indexOf(opening, from)) {
    pieces.push(html.slice(from, at));
    const name = html.slice(at + opening.length, html.indexOf('"', at + opening.length));
    const mark = markOf(name);
    const part = parts.get(name) ?? { of: [], html: null };
    from = at + mark.length;
    if (part.html === null) {
      const end = html.indexOf(mark, from);
      part.html = new TextEncoder().encode(html.slice(from, end));
      from = end + mark.length;
    }
    pieces.push(part.html);
  }
  return [...pieces, html.slice(from)];
}
