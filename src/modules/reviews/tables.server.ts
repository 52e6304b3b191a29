import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

import { products } from '#modules/catalog/tables.server.ts';
import { timestamptz, bytea, createdAt, parentReference } from '#platform/db/columns.server.ts';

/** Origin of a review. A live shop shows only its own. */
export const reviewOrigin = pgEnum('review_origin', ['demo', 'live']);
export const imageKind = pgEnum('review_image_kind', ['image/jpeg', 'image/png', 'image/webp']);

export const reviews = pgTable(
  'reviews',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    rating: integer('rating').notNull(),
    title: text('title'),
    content: text('content').notNull(),
    /** Full name as typed. Displayed shortened. */
    reviewerName: text('reviewer_name'),
    customerId: text('customer_id'),
    verifiedPurchase: boolean('verified_purchase').notNull().default(false),
    isApproved: boolean('is_approved').notNull().default(false),
    origin: reviewOrigin('origin').notNull(),
    helpfulCount: integer('helpful_count').notNull().default(0),
    rejectedAt: timestamptz('rejected_at'),
    /** Reason for the rejection, from a closed list, and the admin's note. */
    rejectionReason: text('rejection_reason'),
    rejectionNote: text('rejection_note'),
    /** Public reply of the shop. */
    reply: text('reply'),
    repliedAt: timestamptz('replied_at'),
    createdAt: createdAt(),
  },
  (table) => [
    check('reviews_rating_in_stars', sql`${table.rating} between 1 and 5`),
    check('reviews_rejected_or_approved', sql`not (${table.isApproved} and ${table.rejectedAt} is not null)`),
    check('reviews_helpful_not_negative', sql`${table.helpfulCount} >= 0`),
    index('reviews_shown')
      .on(table.productId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.isApproved}`),
    index('reviews_waiting')
      .on(table.createdAt)
      .where(sql`not ${table.isApproved}`),
    index('reviews_customer')
      .on(table.customerId)
      .where(sql`${table.customerId} is not null`)
      .concurrently(),
  ],
);

const reviewId = () => parentReference('review_id', () => reviews.id);

/** Re-encoded pictures. Their bytes contain only image data, no metadata. */
export const reviewImages = pgTable(
  'review_images',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    reviewId: reviewId(),
    position: integer('position').notNull(),
    kind: imageKind('kind').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [index('review_images_review').on(table.reviewId, table.position)],
);

/** One row per visitor and review that they found helpful. */
export const helpfulVotes = pgTable(
  'helpful_votes',
  {
    reviewId: reviewId(),
    /** Keyed hash, which does not reveal the visitor. */
    visitorKey: text('visitor_key').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.visitorKey] })],
);
