import { use, useId, type MouseEvent } from 'react';

import { MaySend } from '../../forms/may-send.ts';
import { ChevronIcon } from '#ui/icons.tsx';
import { classes } from '#ui/classes.ts';

/** Action of the order page: a form that its menu opens, or a file. */
export type OrderAction = {
  label: string;
  /** Name of the form, which is also the id of its fold. */
  name: string;
  /** Address of a file instead of a form. */
  to?: string;
  isDanger?: boolean;
};

/** Opens the fold of an action and focuses its first field. */
export function openAction(name: string): void {
  const fold = document.getElementById(name);
  if (!(fold instanceof HTMLDetailsElement)) return;
  fold.open = true;
  const first = fold.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea, button');
  first?.focus({ preventScroll: true });
  fold.scrollIntoView({ block: 'nearest' });
}

const item = 'flex min-h-11 w-full items-center px-4 text-left hover:bg-cream focus-visible:-outline-offset-3';

function Item({ action: { name, label, to, isDanger = false } }: { action: OrderAction }) {
  const look = classes(item, isDanger && 'text-wine');
  if (to !== undefined)
    return (
      <a href={to} className={look}>
        {label}
      </a>
    );
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const menu = event.currentTarget.closest<HTMLElement>('[popover]');
    menu?.hidePopover();
    openAction(name);
  };
  return (
    <a href={`#${name}`} onClick={onClick} className={look}>
      {label}
    </a>
  );
}

/**
 * Menu of the rarer actions. The browser opens and closes it. Without scripts its forms are on the
 * page.
 */
export function OrderMenu({ actions }: { actions: readonly OrderAction[] }) {
  const id = useId();
  const maySend = use(MaySend);
  const shown = actions.filter(({ name, to }) => to !== undefined || maySend(name));
  if (shown.length === 0) return null;
  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget={id}
        style={{ anchorName: '--order-menu' }}
        className="inline-flex min-h-12 items-center gap-2 rounded-full border border-berry bg-white px-5 font-medium text-berry hover:bg-blush"
      >
        <span>More actions</span>
        <ChevronIcon className="size-4" />
      </button>
      <ul
        id={id}
        popover="auto"
        aria-label="More actions"
        style={{ positionAnchor: '--order-menu', positionArea: 'block-end span-inline-start' }}
        className="m-0 mt-1 min-w-60 rounded-xl border border-line bg-white py-2 shadow-lift"
      >
        {shown.map((action) => (
          <li key={action.name}>
            <Item action={action} />
          </li>
        ))}
      </ul>
    </div>
  );
}
