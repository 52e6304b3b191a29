/** Initial stock of an empty demo shop. This file's data never reaches a live shop. */
export const demoStock = 7;

export const demoAdmin = {
  role: 'admin' as const,
  email: 'admin@halorosa.example',
  password: 'rose-garden-admin',
  firstName: 'Ada',
  lastName: 'Owner',
};

/** Customer with a routine and some of the sample orders. */
export const demoCustomer = {
  role: 'customer' as const,
  email: 'customer@halorosa.example',
  password: 'rose-garden-glow',
  firstName: 'Clara',
  lastName: 'Glow',
};

/** Demo accounts, printed when a demo shop starts. */
export const demoAccounts = [demoAdmin, demoCustomer];

/**
 * Discount codes to try: one makes an order free, the other takes off a percentage, in basis
 * points.
 */
export const demoCodes = {
  free: { code: 'TESTFREE', name: 'Free test order' },
  percent: { code: 'GLOW10', name: '10% off', basisPoints: 1_000 },
};

/**
 * Demo customer's history before the shop opened: days since sign-up, and days ago with a logged
 * routine.
 */
export const demoRoutine = {
  memberForDays: 23,
  daysAgo: [1, 2, 3, 4, 5, 8, 9, 10, 12, 13, 14, 15, 17, 18, 20],
};
