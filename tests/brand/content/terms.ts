import type { Article } from './article.ts';

export const terms: Article = {
  title: 'Terms',
  lead: 'The rules.',
  updatedAt: '2026-11-20',
  sections: [{ id: 'rules', title: 'Rules', blocks: ['Be kind.'] }],
};
