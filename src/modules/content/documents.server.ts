import type { z } from 'zod';

import { about } from '#content/about.ts';
import { landing } from '#content/landing.ts';
import { productTexts } from '#content/product.ts';
import { reviewTexts } from '#content/reviews.ts';
import { science } from '#content/science.ts';

import { aboutSchema, type About } from './about.schema.ts';
import { landingSchema, type Landing } from './landing.schema.ts';
import { productTextsSchema, type ProductTexts } from './product-texts.schema.ts';
import { reviewTextsSchema, type ReviewTexts } from './review-texts.schema.ts';
import { scienceSchema, type Science } from './science.schema.ts';

type Document<S extends z.ZodType> = {
  title: string;
  /** Page that shows it. */
  page: string;
  schema: S;
  /** Body of an empty shop. */
  initial: unknown;
};

const document = <S extends z.ZodType>(document: Document<S>) => document;

/** Every document that the owner edits, in the order of the admin. */
export const documents = {
  landing: document({ title: 'Landing page', page: '/', schema: landingSchema, initial: landing }),
  product: document({ title: 'Product page', page: '/product', schema: productTextsSchema, initial: productTexts }),
  reviews: document({ title: 'Reviews', page: '/reviews', schema: reviewTextsSchema, initial: reviewTexts }),
  science: document({ title: 'Science', page: '/science', schema: scienceSchema, initial: science }),
  about: document({ title: 'About', page: '/about', schema: aboutSchema, initial: about }),
};

export type Documents = {
  landing: Landing;
  product: ProductTexts;
  reviews: ReviewTexts;
  science: Science;
  about: About;
};
export type DocumentKey = keyof Documents;

export const documentKeys = Object.keys(documents) as DocumentKey[];

export const isDocumentKey = (key: string): key is DocumentKey => Object.hasOwn(documents, key);
