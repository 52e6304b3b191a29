import { createContext, use } from 'react';

import type { Elements } from './elements.ts';

/** Whether the caller passes the HTML of this render to `withCached` before the next render begins. */
export const Keeping = createContext(false);

type Part = { of: readonly unknown[]; html: Uint8Array | null };

/** What was written last of each part, by its name. */
const parts = new Map<string, Part>();

const opening = '<template data-kept="';
const markOf = (name: string) => `${opening}${name}"></template>`;

/** Whether a part's HTML is known and was made of the very same things; if not, the part is noted as one that is being rendered. */
function isWritten(name: string, of: readonly unknown[]): boolean {
  const part = parts.get(name);
  if (part?.of.length === of.length && part.of.every((one, at) => one === of[at])) return part.html !== null;
  parts.set(name, { of, html: null });
  return false;
}

type KeptProps = {
  name: string;
  /** All that the part is made of; none of it is of one visitor, of the address or of the time. */
  of: readonly unknown[];
  children: Elements;
};

/**
 * A part of a page that is the same for everyone: the server renders it once, and from then on only its place, into which
 * `withCached` puts the HTML. `children` are the second of three in the browser, too: `useId` numbers components by their place among siblings.
 */
export function Cached({ name, of, children }: KeptProps) {
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

/** What React wrote of a page without a fault, in pieces: the parts that are kept as the bytes that they are sent as. */
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
