export const accessibility = {
  title: 'Accessibility',
  lead: 'For everyone.',
  updatedAt: '2026-01-01',
  body: '<h2>Aim</h2><p>Everyone can shop here.</p>',
};
