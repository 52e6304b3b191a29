import type { ReactNode } from 'react';

/** What stands where a list would be: why there is nothing, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-60 flex-col items-center justify-center gap-2 rounded-card border border-dashed border-line bg-white p-8 text-center">
      <p className="font-display text-2xl">{title}</p>
      {children === undefined ? null : <div className="text-soft">{children}</div>}
    </div>
  );
}
