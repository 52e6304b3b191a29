export const privacy = {
  title: 'Privacy',
  lead: 'What we keep.',
  updatedAt: '2026-11-20',
  body: '<h2>What we keep</h2><p>Your order.</p>',
};
