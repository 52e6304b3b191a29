import { Link, NavLink } from 'react-router';

import { openCart, useCart } from '#modules/cart/ui/cart-store.ts';
import { useSite } from '#modules/content/ui/use-site.ts';
import { IconButton } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { BagIcon, MenuIcon } from '#ui/icons.tsx';
import { reloadPage } from '#ui/reload-page.ts';
import { createLazyHook, createStore } from '#ui/store.ts';

import { AccountLink } from './account-link.tsx';
import type { MenuProps } from './menu.tsx';

export function CartButton() {
  const { items } = useCart();
  const count = items.reduce((sum, item) => sum + item.quantity, 0);
  return (
    <IconButton label={`Open cart, ${count} ${count === 1 ? 'item' : 'items'}`} onClick={openCart} className="relative">
      <BagIcon className="size-6" />
      {count === 0 ? null : (
        <span className="absolute right-0 top-0 min-w-5 rounded-full bg-berry px-1 text-center text-xs leading-5 text-white">
          {count}
        </span>
      )}
    </IconButton>
  );
}

const isMenuOpen = createStore(() => false, false);
const closeMenu = () => isMenuOpen.set(false);

const useMenu = createLazyHook(
  async () => {
    const { Menu } = await import('./menu.tsx');
    return (props: MenuProps) => <Menu {...props} />;
  },
  () => {
    closeMenu();
    void reloadPage();
  },
);

export function Navigation() {
  const open = isMenuOpen.use();
  const menu = useMenu(open);
  const site = useSite();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-cream/95 backdrop-blur">
      <div className="mx-auto flex min-h-13 max-w-6xl items-center justify-between px-4 sm:px-6 noscript:flex-wrap">
        <Link to="/" className="py-2">
          <img {...site.logo.onLight} alt={`${site.name}, home`} />
        </Link>
        <nav
          aria-label="Main"
          className="hidden gap-x-6 lg:flex max-lg:noscript:order-last max-lg:noscript:flex max-lg:noscript:w-full max-lg:noscript:flex-wrap max-lg:noscript:pb-2"
        >
          {site.menu.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end
              className={({ isActive }) =>
                classes('py-2 underline-offset-8 hover:underline', isActive && 'text-berry underline')
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="flex items-center gap-1">
          <AccountLink className="hidden rounded-full px-4 py-2 hover:bg-blush sm:block noscript:block" />
          <CartButton />
          <IconButton label="Open menu" onClick={() => isMenuOpen.set(true)} className="lg:hidden">
            <MenuIcon className="size-6" />
          </IconButton>
        </div>
      </div>
      {menu?.({ open, onClose: closeMenu })}
    </header>
  );
}
