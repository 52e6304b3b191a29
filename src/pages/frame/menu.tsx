import { Link } from 'react-router';

import { navigation } from '#content/site.ts';
import { IconButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CloseIcon } from '#ui/icons.tsx';

import { AccountLink } from './account-link.tsx';

export type MenuProps = { open: boolean; onClose: () => void };

/** The way through the shop on a phone; it comes when it is first opened. */
export function Menu({ open, onClose }: MenuProps) {
  return (
    <Dialog open={open} onClose={onClose} labelledBy="menu-title" className="drawer bg-cream p-6 text-ink">
      <div className="mb-6 flex items-center justify-between">
        <h2 id="menu-title" className="text-3xl">
          Menu
        </h2>
        <IconButton label="Close menu" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <nav aria-label="Menu" className="flex flex-col text-xl">
        {navigation.map(({ to, label }) => (
          <Link key={to} to={to} onClick={onClose} className="border-b border-line py-4">
            {label}
          </Link>
        ))}
        <span onClickCapture={onClose} className="py-4">
          <AccountLink />
        </span>
      </nav>
    </Dialog>
  );
}
