import { lazy, Suspense, useRef, useState, type ComponentType } from 'react';

import { answerEarlyClicks } from './early-clicks.ts';
import { loadAnew } from './load-anew.ts';
import { useBegin } from './use-is-running.ts';

/** A program that speaks for somebody may only click; the browser's own Back touches nothing on the page. */
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

/** The first sign that somebody uses the page: also that it opens at a place further down. */
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

/** From the start: a page to which Back leads before anything here is asked for would else wait for another sign. */
const used = import.meta.env.SSR ? undefined : firstSign();

/** Settles once somebody uses the page; until then nothing is loaded that only an answer to them needs. */
export const untilUsed = () => Promise.resolve(used);

/** What was sent stays; a press on a part that cannot answer asks for the page anew, whose files are there. */
const anew = () =>
  new Promise<never>(() => {
    const reloadInPart = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('[data-later]') !== null) void loadAnew();
    };
    addEventListener('click', reloadInPart, { capture: true });
  });

let isFirstPage = true;

/** After the page that was sent as HTML every other comes with a navigation. */
export function leaveFirstPage(): void {
  isFirstPage = false;
}

/**
 * A part of a page below the first view: sent as HTML with the page, its code comes with the first sign that somebody uses it.
 * A press before that is answered then.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = () => load().then((part) => ({ default: part }));
  const Part = lazy(import.meta.env.SSR ? loaded : () => untilUsed().then(loaded).catch(anew));
  function Running(props: Props) {
    const ref = useRef<HTMLDivElement>(null);
    useBegin(() => {
      ref.current?.removeAttribute('data-later');
      void answerEarlyClicks();
    });
    return (
      <div ref={ref} data-later="" className="contents">
        <Part {...props} />
      </div>
    );
  }
  return function Later(props: Props) {
    const [isSent] = useState(isFirstPage);
    // A navigation waits for it instead: the page that is left stays in sight.
    if (!isSent) return <Running {...props} />;
    return (
      <Suspense>
        <Running {...props} />
      </Suspense>
    );
  };
}
