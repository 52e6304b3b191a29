export const demoStock = 5;

export const demoAccounts = [
  {
    role: 'admin' as const,
    email: 'admin@calmstone.example',
    password: 'green-river-admin',
    firstName: 'Ida',
    lastName: 'Stone',
  },
];

export const demoCodes = {
  free: { code: 'TESTFREE', name: 'Free test order' },
  percent: { code: 'CALM10', name: '10% off', basisPoints: 1_000 },
};
