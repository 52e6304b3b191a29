import { stills } from './media.ts';

export const reviewWords = {
  title: 'Reviews',
  pageTitle: 'What they say',
  pageText: 'Read by a person first.',
  picture: stills.stone,
  description: 'Reviews of the stone.',
  emptyTitle: 'None yet',
  emptyText: 'Be the first.',
  noneFits: 'No review is like that yet.',
  all: 'Sort and filter all reviews',
  placeholder: 'How is it?',
  approvalNote: 'It appears once a person has read it.',
};
