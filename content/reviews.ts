/** Labels around reviews. The reviews themselves are stored in the database. */
export const reviewWords = {
  title: 'Customer Reviews',
  lead: 'A person reads every review before it appears. We check that it’s real, never how many stars it gives.',
  /** Before the number of reviews. */
  from: 'from',
  /** Between the number and "reviews" in a demo shop. */
  sample: 'sample ',
  samplePhoto: 'Sample illustration',
  description:
    'Reviews of the 4-in-1 red light facial wand by the people who use it, with stars, photos and verified purchases.',
  emptyTitle: 'No reviews yet',
  emptyText: 'Have you used the wand? Be the first to tell others how it fits into your day.',
  noneFits: 'No review is like that yet.',
  all: 'Sort and filter all reviews',
  placeholder: 'How do you use it? What do you like, what would you change?',
  approvalNote: 'Your review appears once a person has read it.',
};
