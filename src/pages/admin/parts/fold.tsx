import type { ReactNode } from 'react';

import { classes } from '#ui/classes.ts';

type FoldProps = {
  title: ReactNode;
  /** Where it can be jumped to. */
  id?: string;
  isOpen?: boolean;
  className?: string;
  children: ReactNode;
};

/** Something that is not done every day: folded until it is needed. Works before the page runs. */
export function Fold({ title, className, isOpen = false, children, ...rest }: FoldProps) {
  return (
    <details {...rest} open={isOpen} className={classes('group', className)}>
      <summary className="inline-flex min-h-11 list-none items-center text-berry underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden">
        {title}
      </summary>
      {children}
    </details>
  );
}

type AskOnceProps = {
  label: string;
  question: string;
  /** What came of it stands inside. */
  isOpen?: boolean;
  children: ReactNode;
};

/** Something that is not easily undone: the first press asks, the button inside does it. Works before the page runs. */
export function AskOnce({ label, question, isOpen = false, children }: AskOnceProps) {
  return (
    <details open={isOpen} className="group">
      <summary className="inline-flex min-h-11 list-none items-center rounded-full px-3 whitespace-nowrap text-berry underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden">
        {label}
      </summary>
      <div className="arrive mt-2 space-y-3 rounded-xl border border-berry bg-blush p-4">
        <p>{question}</p>
        {children}
      </div>
    </details>
  );
}
