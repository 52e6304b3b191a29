/** Texts around the reviews of an empty shop. The reviews themselves are stored in the database. */
export const reviewTexts = {
  intro: {
    title: 'Customer Reviews',
    lead: 'A person reads every review before it appears. We check that it’s real, never how many stars it gives.',
    description:
      'Reviews of the 4-in-1 red light facial wand by the people who use it, with stars, photos and verified purchases.',
  },
  empty: {
    title: 'No reviews yet',
    text: 'Have you used the wand? Be the first to tell others how it fits into your day.',
  },
};
