import { stills } from './media.ts';

/** Labels around reviews. The reviews themselves are stored in the database. */
export const reviewWords = {
  title: 'Customer Reviews',
  pageTitle: 'What our customers say',
  pageText:
    'Every review is read by a person before it appears. We check that it is real, never how many stars it gives.',
  picture: stills.hero,
  description:
    'Reviews of the 4-in-1 red light facial wand by the people who use it, with stars, photos and verified purchases.',
  emptyTitle: 'No reviews yet',
  emptyText: 'Have you used the wand? Be the first to tell others how it fits into your day.',
  noneFits: 'No review is like that yet.',
  all: 'Sort and filter all reviews',
  placeholder: 'How do you use it? What do you like, what would you change?',
  approvalNote: 'Your review appears once a person has read it.',
};
