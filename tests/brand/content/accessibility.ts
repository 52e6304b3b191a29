import type { Article } from './article.ts';

export const accessibility: Article = {
  title: 'Accessibility',
  lead: 'For everyone.',
  updatedAt: '2026-01-01',
  sections: [{ id: 'aim', title: 'Aim', blocks: ['Everyone can shop here.'] }],
};
