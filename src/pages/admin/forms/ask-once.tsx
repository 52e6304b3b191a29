import type { ReactNode } from 'react';

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
