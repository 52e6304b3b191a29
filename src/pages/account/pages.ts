/** The sidebar's entries, in order. */
export const accountPages = [
  { to: '/account', label: 'Dashboard' },
  { to: '/account/orders', label: 'My Orders' },
  { to: '/account/profile', label: 'Profile' },
  { to: '/account/security', label: 'Security' },
];
