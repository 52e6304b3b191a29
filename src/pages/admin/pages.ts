/** The sidebar's entries, in order. */
export const adminPages = [{ to: '/admin', label: 'Dashboard' }];
