import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { anonymizeReviewsOf, listImages, listReviewsOf } from './reviews.queries.server.ts';
import { reviews } from './tables.server.ts';

export const reviewsPersonalData: PersonalData = {
  columns: [reviews.reviewerName],
  /** Pictures are exported as links, which work once the review is approved. */
  async export({ db, settings }, { id }) {
    const theirs = await listReviewsOf(db, id);
    const images = await listImages(db, theirs);
    const file = `${settings.publicUrl}/api/review-images`;
    return {
      reviews: theirs.map((review) => ({
        ...review,
        images: images.filter(({ reviewId: of }) => of === review.id).map((image) => `${file}/${image.id}`),
      })),
    };
  },
  /** Reviews are retained with stars and text, but without name and pictures. */
  erase: (tx, { id }) => anonymizeReviewsOf(tx, id),
};
