import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useBlocker, useLocation, type BlockerFunction } from 'react-router';

import { Button } from '#ui/button.tsx';
import {
  followTypedText,
  forgetTypedText,
  isFormUnsaved,
  isTextUnsaved,
  restoreTypedText,
  useIsEditorUnsaved,
} from '#ui/typed-text.ts';
import { useWindowEvent } from '#ui/window-event.ts';

const losesPage: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
  from.pathname !== to.pathname && isTextUnsaved();
const losesRows: BlockerFunction = ({ currentLocation: from, nextLocation: to }) =>
  (from.pathname !== to.pathname || from.search !== to.search) && isTextUnsaved();

/**
 * Keeps what was typed while the page shows newer data, and forgets it on another page. Layout
 * effects, because a text may be typed before others run.
 */
function useTypedText(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useLayoutEffect(followTypedText, []);
  useLayoutEffect(() => {
    if (shown.current === pathname) restoreTypedText();
    else forgetTypedText();
    shown.current = pathname;
  });
}

type QuestionProps = { onStay: () => void; onLeave: () => void };

/** Time in which an editor saves itself, in milliseconds. The question waits for it. */
const editorSavesMs = 2_000;

/** Not `Dialog`, which Back closes: the router undoes a Back by going forward. */
function Question({ onStay, onLeave }: QuestionProps) {
  const isEditorUnsaved = useIsEditorUnsaved();
  const [isForm] = useState(isFormUnsaved);
  useEffect(() => {
    if (!isForm && !isEditorUnsaved) onLeave();
  }, [isForm, isEditorUnsaved, onLeave]);
  const open = useCallback(
    (dialog: HTMLDialogElement | null) => {
      if (dialog === null) return undefined;
      const timer = setTimeout(() => dialog.showModal(), isForm ? 0 : editorSavesMs);
      return () => clearTimeout(timer);
    },
    [isForm],
  );
  return (
    <dialog
      ref={open}
      aria-labelledby="unsaved-title"
      onClose={onStay}
      className="arrive m-auto w-[min(28rem,calc(100vw-2rem))] max-w-none rounded-card bg-cream p-6 text-ink shadow-lift"
    >
      <h2 id="unsaved-title" className="text-3xl">
        Leave this page?
      </h2>
      <p className="mb-5 mt-2 text-soft">What you typed here is not saved yet.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onStay}>Keep editing</Button>
        <Button look="second" onClick={onLeave}>
          Leave without saving
        </Button>
      </div>
    </dialog>
  );
}

type UnsavedWorkProps = {
  /** True where the query of the address chooses the rows of a list, whose fields go with them. */
  asksWithinPage?: boolean;
};

/**
 * Asks before typed text is lost by a link, Back, a reload or the closing of the tab. Rendered once
 * after the page, so that its forms have taken an answer before their fields are refilled.
 */
export function UnsavedWork({ asksWithinPage = false }: UnsavedWorkProps) {
  const blocker = useBlocker(asksWithinPage ? losesRows : losesPage);
  useTypedText();
  useWindowEvent('beforeunload', (event) => {
    if (isTextUnsaved()) event.preventDefault();
  });
  if (blocker.state !== 'blocked') return null;
  return <Question onStay={blocker.reset} onLeave={blocker.proceed} />;
}
