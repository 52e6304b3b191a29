export const demoActivity = [
  {
    id: 'demo-1',
    name: 'Ida S.',
    location: 'in Oslo, Norway',
    action: 'bought the stone',
    timestamp: '5 minutes ago',
    verified: true,
  },
];
