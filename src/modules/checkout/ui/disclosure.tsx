import { useState, type ReactNode } from 'react';

import { takeFocus } from '#ui/focus.ts';

type DisclosureProps = {
  /** What the button offers to add. */
  label: string;
  /** Whether there is something to show from the start. */
  filled: boolean;
  /** Whether a browser's autofill reaches the field while it is closed, which opens it. */
  fillable?: boolean;
  /** What is inside; a fillable field that is closed is out of the keyboard's way. */
  children: (isOpen: boolean) => ReactNode;
};

const focusFirst = (inside: HTMLElement | null) =>
  takeFocus(inside?.querySelector<HTMLElement>('input, textarea') ?? null);

/** A field that most people do not need, behind a button; once open it stays open. */
export function Disclosure({ label, filled, fillable = false, children }: DisclosureProps) {
  const [asked, setAsked] = useState(false);
  // One that was filled once does not vanish under the hand that empties it.
  const [wasFilled, setWasFilled] = useState(filled);
  if (filled && !wasFilled) setWasFilled(true);
  const isOpen = asked || wasFilled;
  return (
    <>
      {isOpen ? null : (
        <button
          type="button"
          onClick={() => setAsked(true)}
          className="block min-h-11 text-berry underline underline-offset-4"
        >
          {label}
        </button>
      )}
      {isOpen || fillable ? (
        <div
          ref={asked ? focusFirst : undefined}
          aria-hidden={isOpen ? undefined : true}
          className={isOpen ? 'basis-full' : 'sr-only'}
        >
          {children(isOpen)}
        </div>
      ) : null}
    </>
  );
}
