/** The sidebar's entries, in order. */
export const adminPages = [
  { to: '/admin', label: 'Dashboard' },
  { to: '/admin/orders', label: 'Orders' },
  { to: '/admin/visits', label: 'Visits' },
  { to: '/admin/customers', label: 'Customers' },
  { to: '/admin/analytics', label: 'Analytics' },
  { to: '/admin/webhooks', label: 'Webhooks' },
  { to: '/admin/api-keys', label: 'API keys' },
  { to: '/admin/api', label: 'API reference' },
];
