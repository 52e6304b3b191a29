import { useEffect, useRef } from 'react';

import { classes } from '#ui/classes.ts';
import { toast } from '#ui/toast.tsx';

export type Outcome = { ok: boolean; message: string };

/** What came of the last action, where it was asked for: a failure stays, is read at once and gets the focus. */
export function Notice({ outcome }: { outcome: Outcome | null | undefined }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (outcome === null || outcome === undefined) return;
    toast({ title: outcome.message, destructive: !outcome.ok });
    if (!outcome.ok) ref.current?.focus();
  }, [outcome]);
  if (outcome === null || outcome === undefined) return null;
  return (
    <p
      ref={ref}
      tabIndex={-1}
      className={classes(
        'mb-5 rounded-xl border px-4 py-3 outline-none',
        outcome.ok ? 'border-leaf bg-white text-leaf' : 'border-berry bg-blush text-wine',
      )}
    >
      {outcome.message}
    </p>
  );
}
