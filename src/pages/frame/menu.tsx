import { Link } from 'react-router';

import { useSite } from '#modules/content/ui/use-site.ts';
import { Dialog, DialogHead } from '#ui/dialog.tsx';

import { AccountLink } from './account-link.tsx';

export type MenuProps = { open: boolean; onClose: () => void };

/** Navigation menu for phones. Its code loads when it is first opened. */
export function Menu({ open, onClose }: MenuProps) {
  return (
    <Dialog open={open} onClose={onClose} labelledBy="menu-title" className="drawer bg-cream p-6 text-ink">
      <DialogHead id="menu-title" title="Menu" close="Close menu" onClose={onClose} className="mb-6" />
      <nav aria-label="Menu" className="flex flex-col text-xl">
        {useSite().menu.map(({ to, label }) => (
          <Link key={to} to={to} onClick={onClose} className="border-b border-line py-4">
            {label}
          </Link>
        ))}
        <span onClickCapture={onClose} className="flex flex-col gap-4 py-4">
          <AccountLink />
        </span>
      </nav>
    </Dialog>
  );
}
