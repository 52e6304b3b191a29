import { matchPath } from 'react-router';

import type { handbook } from '#content/handbook.ts';

import type { AdminPath } from '../page-registry.ts';

type HandbookTask = keyof typeof handbook;

/** Pages with the task of the handbook that is about them, in the order of the menu. */
export const handbookPages: readonly (readonly [AdminPath, HandbookTask])[] = [
  ['/admin', 'day'],
  ['/admin/orders', 'find-order'],
  ['/admin/orders/:number', 'order'],
  ['/admin/shipping-desk', 'ship'],
  ['/admin/phone-orders', 'phone-order'],
  ['/admin/returns', 'return'],
  ['/admin/customers', 'find-customer'],
  ['/admin/customers/:id', 'customer'],
  ['/admin/reviews', 'reviews'],
  ['/admin/messages', 'messages'],
  ['/admin/product', 'product'],
  ['/admin/content', 'content'],
  ['/admin/discounts', 'discounts'],
  ['/admin/emails', 'subscribers'],
  ['/admin/automations', 'automations'],
  ['/admin/analytics', 'analytics'],
  ['/admin/visits', 'visits'],
  ['/admin/books', 'accounting'],
  ['/admin/settings', 'settings'],
  ['/admin/shipping', 'shipping'],
  ['/admin/taxes', 'taxes'],
  ['/admin/connections', 'connections'],
  ['/admin/notifications', 'notifications'],
  ['/admin/people', 'team'],
  ['/admin/launch', 'launch'],
  ['/admin/mails', 'email-log'],
  ['/admin/audit', 'audit'],
  ['/admin/security', 'security'],
  ['/admin/webhooks', 'webhooks'],
  ['/admin/api-keys', 'api-keys'],
];

/** Returns the task about the page at an address, or null if none is. */
export const taskAt = (path: string) => handbookPages.find(([page]) => matchPath(page, path) !== null)?.[1] ?? null;
