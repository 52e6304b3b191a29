import { classes } from '#ui/classes.ts';
import type { ElementChildren } from '#ui/element-children.ts';
import { ChevronIcon } from '#ui/icons.tsx';

type FoldRowProps = {
  /** Checkbox before the line. */
  box?: ElementChildren;
  /** Line that is always shown. It has no links and no buttons. */
  line: ElementChildren;
  isMarked?: boolean;
  /** True to unfold it at first, for example to decide on it, or with a refusal inside. */
  isOpen?: boolean;
  children: ElementChildren;
};

/** Row of a list: one line that unfolds its details. Works before hydration. */
export function FoldRow({ box, line, isMarked = false, isOpen = false, children }: FoldRowProps) {
  return (
    <div className={classes('flex items-start px-3 py-0.5', isMarked && 'bg-blush')}>
      {box}
      <details open={isOpen} className="group min-w-0 flex-1">
        <summary className="flex min-h-11 list-none items-center gap-3 focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 py-1">{line}</div>
          <ChevronIcon className="size-4 shrink-0 text-soft group-open:rotate-180" />
        </summary>
        <div className="pb-4">{children}</div>
      </details>
    </div>
  );
}

/** Look of a list of such rows. */
export const foldRows = 'divide-y divide-line overflow-hidden rounded-card border border-line bg-white';
