import { asc, eq, inArray } from 'drizzle-orm';

import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { listImages } from './reviews.queries.server.ts';
import { reviewImages, reviews } from './tables.server.ts';

const { createdAt, customerId, id: reviewId, reviewerName } = reviews;

export const reviewsPersonalData: PersonalData = {
  columns: [reviewerName],
  /** Pictures are exported as links, which work once the review is approved. */
  async export({ db, settings }, { id }) {
    const theirs = await db.select().from(reviews).where(eq(customerId, id)).orderBy(asc(createdAt));
    const images = await listImages(db, theirs);
    const file = `${settings.publicUrl}/api/reviews/images`;
    return {
      reviews: theirs.map((review) => ({
        ...review,
        images: images.filter(({ reviewId: of }) => of === review.id).map((image) => `${file}/${image.id}`),
      })),
    };
  },
  /** Reviews are retained with stars and text, but without name and pictures. */
  async erase(tx, { id }) {
    const theirs = tx.select({ id: reviewId }).from(reviews).where(eq(customerId, id));
    await tx.delete(reviewImages).where(inArray(reviewImages.reviewId, theirs));
    await tx.update(reviews).set({ customerId: null, reviewerName: null }).where(eq(customerId, id));
  },
};
