/** Fixed sample items of the activity popup, shown in demo mode only. */
export const demoActivity = [
  {
    id: 'demo-1',
    name: 'Sarah M.',
    location: 'in Austin, Texas',
    action: 'bought the 4-in-1 wand',
    timestamp: '12 minutes ago',
    verified: true,
  },
  {
    id: 'demo-2',
    name: 'Emma L.',
    location: 'in Toronto, Canada',
    action: 'bought 3 wands and paid for 2',
    timestamp: '26 minutes ago',
    verified: true,
  },
  {
    id: 'demo-3',
    name: 'Jessica R.',
    location: 'in Portland, Oregon',
    action: 'finished the skin quiz',
    timestamp: '41 minutes ago',
    verified: false,
  },
  {
    id: 'demo-4',
    name: 'Olivia K.',
    location: 'in Leeds, United Kingdom',
    action: 'bought the 4-in-1 wand',
    timestamp: '1 hour ago',
    verified: true,
  },
];
