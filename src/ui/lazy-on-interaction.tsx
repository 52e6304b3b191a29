import { lazy, Suspense, useRef, useState, type ComponentType } from 'react';

import { repeatEarlyClicks } from './early-clicks.ts';
import { reloadPage } from './reload-page.ts';
import { useOnHydrated } from './use-hydrated.ts';

/**
 * Events that show that the page is in use.
 * Assistive programs may only click, and the browser's own Back touches nothing on the page.
 */
const signs = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'keydown',
  'focusin',
  'scroll',
  'click',
  'popstate',
] as const;

/** Resolves on the first sign of use. A page that opens scrolled down counts as used. */
function firstSign(): Promise<void> {
  if (location.hash !== '' || window.scrollY > 0) return Promise.resolve();
  return new Promise((done) => {
    const seen = () => {
      for (const sign of signs) removeEventListener(sign, seen, true);
      done();
    };
    for (const sign of signs) addEventListener(sign, seen, { capture: true, passive: true });
  });
}

/**
 * Starts on load.
 * Otherwise a page reached by Back before anything here is requested would wait for a second sign.
 */
const used = import.meta.env.SSR ? undefined : firstSign();

/**
 * Resolves when the visitor uses the page. Code that only answers the visitor is not loaded before.
 */
export const firstInteraction = () => Promise.resolve(used);

/**
 * Keeps the server-rendered HTML. A press on a part whose
 * code failed to load reloads the page to get current files.
 */
const anew = () =>
  new Promise<never>(() => {
    const reloadInPart = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('[data-later]') !== null) void reloadPage();
    };
    addEventListener('click', reloadInPart, { capture: true });
  });

let isFirstPage = true;

/** Marks the end of the server-rendered page: all later pages come by client-side navigation. */
export function leaveFirstPage(): void {
  isFirstPage = false;
}

/**
 * Copy of a section's HTML, while its code is loading.
 * React shows it after it rendered the page again, because a proxy, an extension or a translation
 * had changed the page before hydration.
 */
function Sent({ id, onShown }: { id: string; onShown: () => void }) {
  // Styles that a translation set would be refused by the page's policy.
  const [html] = useState(() => (document.getElementById(id)?.innerHTML ?? '').replaceAll(/ style="[^"]*"/g, ''));
  useOnHydrated(onShown);
  return <div id={id} data-later="" className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
}

/**
 * Defers the code of a section below the first view.
 * The section is in the server-rendered HTML. Its code loads on the first sign of use.
 * Earlier presses are repeated after that.
 */
export function lazyOnInteraction<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let onShown = () => {};
  const shown = new Promise<void>((done) => {
    onShown = done;
  });
  const loaded = () => load().then((part) => ({ default: part }));
  const needed = () => Promise.race([firstInteraction(), shown]);
  const Part = lazy(import.meta.env.SSR ? loaded : () => needed().then(loaded).catch(anew));
  function Running(props: Props) {
    const ref = useRef<HTMLDivElement>(null);
    useOnHydrated(() => {
      ref.current?.removeAttribute('data-later');
      void repeatEarlyClicks();
    });
    return (
      <div ref={ref} id={id} data-later="" className="contents">
        <Part {...props} />
      </div>
    );
  }
  return function Later(props: Props) {
    const [isSent] = useState(isFirstPage);
    // A navigation waits for the code instead, so the previous page stays visible.
    if (!isSent) return <Running {...props} />;
    return (
      <Suspense fallback={import.meta.env.SSR ? null : <Sent id={id} onShown={onShown} />}>
        <Running {...props} />
      </Suspense>
    );
  };
}
