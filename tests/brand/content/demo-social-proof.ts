/** Fixed sample events at the checkout, shown in demo mode only. */
export const demoSocialProof = [
  { id: 'demo-1', type: 'purchase', location: 'in Austin, Texas', product: 'the stone', timestamp: '2 minutes ago' },
  { id: 'demo-2', type: 'viewing', location: 'in Toronto, Canada', product: 'the stone', timestamp: 'Just now' },
  { id: 'demo-3', type: 'purchase', location: 'in Denver, Colorado', product: 'the stone', timestamp: '8 minutes ago' },
  { id: 'demo-4', type: 'viewing', location: 'in Leeds, United Kingdom', product: 'the stone', timestamp: 'Just now' },
] as const;
