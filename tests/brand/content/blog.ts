import type { Section } from './article.ts';

export type Post = {
  slug: string;
  title: string;
  summary: string;
  publishedAt: string;
  picture: string;
  alt: string;
  sections: readonly Section[];
};

export const blog = {
  title: 'Notes',
  lead: 'Rarely written.',
  description: 'Notes about the stone.',
  more: 'More notes',
  empty: { title: 'Nothing yet', text: 'Come back.', link: { to: '/product', label: 'See the stone' } },
};

export const posts: readonly Post[] = [
  {
    slug: 'wash-it',
    title: 'How to wash it',
    summary: 'With water.',
    publishedAt: '2026-11-20',
    picture: '/media/hero',
    alt: 'The stone',
    sections: [{ id: 'water', title: 'Water', blocks: ['Lukewarm, then dry it.'] }],
  },
];
