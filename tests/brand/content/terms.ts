export const terms = {
  title: 'Terms',
  lead: 'The rules.',
  updatedAt: '2026-11-20',
  body: '<h2>Rules</h2><p>Be kind.</p>',
};
