import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';

import { classes } from '#ui/classes.ts';
import { ChevronIcon } from '#ui/icons.tsx';

/** Entry of a menu: a file, or the fold of a form on the page. */
export type MenuEntry = { label: string; to: string; isDanger?: boolean };

/** Opens the fold of a form and focuses its first field. */
export function openFold(id: string): void {
  const fold = document.getElementById(id);
  if (!(fold instanceof HTMLDetailsElement)) return;
  fold.open = true;
  const first = fold.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea, button');
  first?.focus({ preventScroll: true });
  fold.scrollIntoView({ block: 'nearest' });
}

function close(menu: HTMLDetailsElement): void {
  menu.open = false;
}

function closeByKey(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== 'Escape') return;
  close(event.currentTarget);
  event.currentTarget.querySelector('summary')?.focus();
}

function closeWithoutFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (!currentTarget.contains(relatedTarget)) close(currentTarget);
}

function openTarget(event: MouseEvent<HTMLAnchorElement>, to: string): void {
  const menu = event.currentTarget.closest('details');
  if (menu !== null) close(menu);
  if (!to.startsWith('#')) return;
  event.preventDefault();
  openFold(to.slice(1));
}

/**
 * Menu of rarer actions, as links to files and to folds of this page. It closes when the focus
 * leaves it, and by Escape. Works before hydration.
 */
export function ActionMenu({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  if (entries.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Closes a disclosure, which is interactive.
    <details className="group/menu sm:relative" onKeyDown={closeByKey} onBlur={closeWithoutFocus}>
      <summary className="inline-flex min-h-12 list-none items-center gap-2 rounded-full border border-berry bg-white px-5 font-medium whitespace-nowrap text-berry hover:bg-blush [&::-webkit-details-marker]:hidden">
        <span>{label}</span>
        <ChevronIcon className="size-4 group-open/menu:rotate-180" />
      </summary>
      <ul className="absolute z-20 mt-1 min-w-60 rounded-xl border border-line bg-white py-2 shadow-lift max-sm:inset-x-4 sm:right-0">
        {entries.map(({ label: name, to, isDanger = false }) => (
          <li key={to}>
            <a
              href={to}
              onClick={(event) => openTarget(event, to)}
              className={classes(
                'flex min-h-11 items-center px-4 whitespace-nowrap hover:bg-cream focus-visible:-outline-offset-3',
                isDanger && 'text-wine',
              )}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
