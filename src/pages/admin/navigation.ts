import type { Role } from '#shared/roles.ts';

import { titled as titledPage } from '../page-meta.ts';
import { canOpenPage, type AdminPath } from '../page-registry.ts';

/** Addresses of pages that a menu can open: neither one record nor a file. */
type MenuPath = Exclude<AdminPath, `${string}:${string}` | `${string}.${string}`>;

/** Pages in the order of the menu, under the entry that lists them. Each page has to be here. */
const menu = {
  '/admin': { entry: 'Dashboard', label: 'Dashboard' },
  '/admin/orders': { entry: 'Orders', label: 'Orders' },
  '/admin/shipping-desk': { entry: 'Orders', label: 'Shipping desk' },
  '/admin/phone-orders': { entry: 'Orders', label: 'Phone orders' },
  '/admin/returns': { entry: 'Returns', label: 'Returns' },
  '/admin/customers': { entry: 'Customers', label: 'Customers' },
  '/admin/reviews': { entry: 'Customers', label: 'Reviews' },
  '/admin/messages': { entry: 'Customers', label: 'Messages' },
  '/admin/product': { entry: 'Product', label: 'Product' },
  '/admin/content': { entry: 'Content', label: 'Content' },
  '/admin/discounts': { entry: 'Marketing', label: 'Discounts' },
  '/admin/emails': { entry: 'Marketing', label: 'Subscribers' },
  '/admin/automations': { entry: 'Marketing', label: 'Automations' },
  '/admin/analytics': { entry: 'Analytics', label: 'Analytics' },
  '/admin/visits': { entry: 'Analytics', label: 'Visits' },
  '/admin/books': { entry: 'Analytics', label: 'Accounting' },
  '/admin/settings': { entry: 'Settings', label: 'Settings' },
  '/admin/connections': { entry: 'Settings', label: 'Connections' },
  '/admin/shipping': { entry: 'Settings', label: 'Shipping' },
  '/admin/taxes': { entry: 'Settings', label: 'Taxes' },
  '/admin/notifications': { entry: 'Settings', label: 'Notifications' },
  '/admin/people': { entry: 'Settings', label: 'Team' },
  '/admin/launch': { entry: 'Settings', label: 'Launch checklist' },
  '/admin/mails': { entry: 'Settings', label: 'Email log' },
  '/admin/audit': { entry: 'Settings', label: 'Audit log' },
  '/admin/security': { entry: 'Settings', label: 'Security' },
  '/admin/webhooks': { entry: 'Settings', label: 'Webhooks' },
  '/admin/api-keys': { entry: 'Settings', label: 'API keys' },
  '/admin/api': { entry: 'Settings', label: 'API reference' },
  '/admin/handbook': { entry: 'Handbook', label: 'Handbook' },
} satisfies Record<MenuPath, { entry: string; label: string }>;

type MenuPage = { to: MenuPath; entry: string; label: string };

const pages = (Object.keys(menu) as MenuPath[]).map((to): MenuPage => ({ to, ...menu[to] }));

/** Label of the page at an address, or null for an address outside the menu. */
export const labelAt = (path: string) => pages.find(({ to }) => to === path.replace(/\/$/, ''))?.label ?? null;

/** True for the page's own address, and for those of its records. */
const isWithin = ({ to }: MenuPage, path: string) =>
  path.replace(/\/$/, '') === to || (to !== '/admin' && path.startsWith(`${to}/`));

export type MenuEntry = { label: string; to: MenuPath; isOpen: boolean; isCurrent: boolean; pages: MenuLink[] };
type MenuLink = { label: string; to: MenuPath; isCurrent: boolean };

/**
 * Returns the entries that a role opens, each with the address of its first page. The entry of the
 * shown page is open and lists its other pages.
 */
export function menuAt(role: Role, path: string): MenuEntry[] {
  const opened = pages.filter(({ to }) => canOpenPage(role, to));
  return [...new Set(opened.map(({ entry }) => entry))].flatMap((label) => {
    const own = opened.filter(({ entry }) => entry === label);
    const [first] = own;
    if (first === undefined) return [];
    const links = own.map((page) => ({ label: page.label, to: page.to, isCurrent: isWithin(page, path) }));
    const isOpen = links.some(({ isCurrent }) => isCurrent);
    const isCurrent = first.label === label && isWithin(first, path);
    return [
      { label, to: first.to, isOpen, isCurrent, pages: isOpen ? links.filter((one) => one.label !== label) : [] },
    ];
  });
}

/** `meta` of a page without a menu entry. */
export const titled = (title: string) => titledPage(`${title} | Admin`);
