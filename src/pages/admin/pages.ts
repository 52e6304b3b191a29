/** The sidebar's entries, in order. */
export const adminPages = [
  { to: '/admin', label: 'Dashboard' },
  { to: '/admin/orders', label: 'Orders' },
  { to: '/admin/visits', label: 'Visits' },
];
