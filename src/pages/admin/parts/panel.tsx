import { useId, type ReactNode } from 'react';

import { classes } from '#ui/classes.ts';

type PanelProps = { title: string; aside?: ReactNode; className?: string; children: ReactNode };

/** One subject of an admin page on white, named by its heading. */
export function Panel({ title, aside, className, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes('rounded-card border border-line bg-white p-5 sm:p-6', className)}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
