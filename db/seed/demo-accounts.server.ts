/** Printed when a demo shop starts; a live shop never has them. */
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
