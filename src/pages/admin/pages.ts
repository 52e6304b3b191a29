/** The sidebar's entries, in order and by subject. */
export const adminPages = [
  { to: '/admin', label: 'Dashboard', group: null },
  { to: '/admin/product', label: 'Product', group: 'Shop' },
];
