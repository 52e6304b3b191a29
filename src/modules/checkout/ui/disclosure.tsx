import { useState, type ReactNode } from 'react';

import { focusOnMount } from '#ui/focus.ts';

type DisclosureProps = {
  /** Label of the button. */
  label: string;
  /** True if the content is shown from the start. */
  filled: boolean;
  /** True if browser autofill can reach the field while it is closed. Filling opens it. */
  fillable?: boolean;
  /** Content. A closed fillable field must be out of the tab order. */
  children: (isOpen: boolean) => ReactNode;
};

const focusFirst = (inside: HTMLElement | null) =>
  focusOnMount(inside?.querySelector<HTMLElement>('input, textarea') ?? null);

/** Hides an optional field behind a button. Once open it stays open. */
export function Disclosure({ label, filled, fillable = false, children }: DisclosureProps) {
  const [requested, setRequested] = useState(false);
  // A field that was once filled stays open when it is emptied.
  const [wasFilled, setWasFilled] = useState(filled);
  if (filled && !wasFilled) setWasFilled(true);
  const isOpen = requested || wasFilled;
  return (
    <>
      {isOpen ? null : (
        <button
          type="button"
          onClick={() => setRequested(true)}
          className="block min-h-11 text-berry underline underline-offset-4"
        >
          {label}
        </button>
      )}
      {isOpen || fillable ? (
        <div
          ref={requested ? focusFirst : undefined}
          aria-hidden={isOpen ? undefined : true}
          className={isOpen ? 'basis-full' : 'sr-only'}
        >
          {children(isOpen)}
        </div>
      ) : null}
    </>
  );
}
