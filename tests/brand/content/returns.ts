import type { Article } from './article.ts';

export const returnPromises = [{ title: 'Full refund', text: 'Within 14 days' }];

export const startReturn = { to: '/contact', label: 'Start a return' };

export const returns: Article = {
  title: 'Returns',
  lead: 'Within 14 days.',
  updatedAt: '2026-11-20',
  sections: [{ id: 'how', title: 'How', blocks: ['Write to us.'] }],
};
