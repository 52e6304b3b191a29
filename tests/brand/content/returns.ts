export const returnPolicy = {
  title: 'Returns',
  lead: 'Within {guaranteeDays} days.',
  updatedAt: '2026-11-20',
  promises: [{ title: 'Full refund', text: 'Within {guaranteeDays} days' }],
  body: '<h2>How</h2><p>Write to us.</p>',
};
