/** What an empty demo shop is filled with beyond its product; a live shop never has any of it. */
export const demoStock = 7;

/** Printed when a demo shop starts. */
export const demoAccounts = [
  {
    role: 'admin' as const,
    email: 'admin@halorosa.example',
    password: 'rose-garden-admin',
    firstName: 'Ada',
    lastName: 'Owner',
  },
  {
    role: 'customer' as const,
    email: 'customer@halorosa.example',
    password: 'rose-garden-glow',
    firstName: 'Clara',
    lastName: 'Glow',
  },
];

/** Codes to try: one makes an order free, the other takes off hundredths of a percent. */
export const demoCodes = {
  free: { code: 'TESTFREE', name: 'Free test order' },
  percent: { code: 'GLOW10', name: '10% off', basisPoints: 1_000 },
};
