import type { ReactNode } from 'react';

/** Something that is not easily undone: the first press asks, the button inside does it. Works before the page runs. */
export function AskOnce({ label, question, children }: { label: string; question: string; children: ReactNode }) {
  return (
    <details className="group">
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
