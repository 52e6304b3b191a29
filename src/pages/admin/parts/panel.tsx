import { useId, type ReactNode } from 'react';

import { classes } from '#ui/classes.ts';

type PanelProps = {
  title: string;
  aside?: ReactNode;
  /** Something here waits for a person. */
  isUrgent?: boolean;
  className?: string;
  children: ReactNode;
};

/** One subject of an admin page on white, named by its heading. */
export function Panel({ title, aside, isUrgent = false, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classes(
        'rounded-card border p-5 sm:p-6',
        isUrgent ? 'border-berry bg-blush' : 'border-line bg-white',
        className,
      )}
    >
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
