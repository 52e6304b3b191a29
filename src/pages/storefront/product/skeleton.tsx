import { classes } from '#ui/classes.ts';

import { layout } from './layout.ts';

const bar = 'rounded-full bg-petal/60';

/** The page before its product is known: the same places, nothing to read yet. */
export function Skeleton() {
  return (
    <div className={classes(layout.page, 'animate-pulse motion-reduce:animate-none')} aria-busy="true">
      <div role="status" className="sr-only">
        <h1>Loading product…</h1>
      </div>
      <div aria-hidden="true">
        <div className="aspect-square rounded-card bg-blush" />
        <div className="mt-4 flex gap-2 overflow-hidden">
          {Array.from({ length: 9 }, (_, one) => (
            <div key={one} className="aspect-square w-15 flex-none rounded-xl bg-blush lg:w-auto lg:flex-1" />
          ))}
        </div>
      </div>
      <div aria-hidden="true" className={classes(layout.box, 'space-y-6')}>
        <div className={classes(bar, 'h-11 w-11/12')} />
        <div className={classes(bar, 'h-11 w-2/3')} />
        <div className={classes(bar, 'h-10 w-1/2')} />
        <div className="h-13 rounded-2xl bg-petal/60" />
        <div className="h-24 rounded-2xl bg-blush" />
        <div className={classes(bar, 'h-12')} />
        <div className={classes(bar, 'h-12 opacity-60')} />
        <div className={classes(bar, 'h-12 opacity-60')} />
      </div>
      <div className={classes(layout.details, 'min-h-96')} />
    </div>
  );
}
