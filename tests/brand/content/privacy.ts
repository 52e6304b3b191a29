import type { Article } from './article.ts';

export const privacy: Article = {
  title: 'Privacy',
  lead: 'What we keep.',
  updatedAt: '2026-11-20',
  sections: [{ id: 'keep', title: 'What we keep', blocks: ['Your order.'] }],
};
