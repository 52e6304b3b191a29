import type { Role } from '#shared/roles.ts';

import { titled as titledPage } from '../page-meta.ts';
import { mayOpen, type AdminPath } from '../page-table.ts';

/** Sidebar entries in order. Entries of a group are listed together under its name. */
export const adminPages = [
  { to: '/admin', label: 'Dashboard', group: null },
  { to: '/admin/orders', label: 'Orders', group: null },
  { to: '/admin/shipping-desk', label: 'Shipping desk', group: null },
  { to: '/admin/returns', label: 'Returns', group: null },
  { to: '/admin/phone-orders', label: 'Telephone orders', group: null },
  { to: '/admin/customers', label: 'Customers', group: null },
  { to: '/admin/analytics', label: 'Analytics', group: null },
  { to: '/admin/books', label: 'Books', group: null },
  { to: '/admin/visits', label: 'Visits', group: null },
  { to: '/admin/product', label: 'Product', group: 'Shop' },
  { to: '/admin/content', label: 'Content', group: 'Shop' },
  { to: '/admin/discounts', label: 'Discounts', group: 'Shop' },
  { to: '/admin/shipping', label: 'Shipping', group: 'Shop' },
  { to: '/admin/taxes', label: 'Taxes', group: 'Shop' },
  { to: '/admin/settings', label: 'Settings', group: 'Shop' },
  { to: '/admin/notifications', label: 'Notifications', group: 'Shop' },
  { to: '/admin/people', label: 'People', group: 'Shop' },
  { to: '/admin/reviews', label: 'Reviews', group: 'Conversations' },
  { to: '/admin/messages', label: 'Messages', group: 'Conversations' },
  { to: '/admin/emails', label: 'Subscribers', group: 'Conversations' },
  { to: '/admin/automations', label: 'Automations', group: 'Conversations' },
  { to: '/admin/mails', label: 'Email log', group: 'Records' },
  { to: '/admin/audit', label: 'Audit log', group: 'Records' },
  { to: '/admin/security', label: 'Security', group: 'Records' },
  { to: '/admin/launch', label: 'Launch checklist', group: 'Records' },
  { to: '/admin/webhooks', label: 'Webhooks', group: 'Technical' },
  { to: '/admin/api-keys', label: 'API keys', group: 'Technical' },
  { to: '/admin/api', label: 'API reference', group: 'Technical' },
] as const satisfies readonly { to: AdminPath; label: string; group: string | null }[];

/** Sidebar entries that a role opens, in order. */
export const pagesOf = (role: Role) => adminPages.filter(({ to }) => mayOpen(role, to));

/** The same by group, those without a group first. */
export function groupsOf(role: Role) {
  const pages = pagesOf(role);
  return [...new Set(pages.map(({ group }) => group))].map((name) => ({
    name,
    pages: pages.filter(({ group }) => group === name),
  }));
}

/** `meta` of a page without a sidebar entry. */
export const titled = (title: string) => titledPage(`${title} | Admin`);
