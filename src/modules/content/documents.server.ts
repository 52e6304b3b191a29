import type { z } from 'zod';

import { about } from '#content/about.ts';
import { landing } from '#content/landing.ts';
import { footer, navigation, policies, promises, site } from '#content/site.ts';
import { productTexts } from '#content/product.ts';
import { reviewTexts } from '#content/reviews.ts';
import { science } from '#content/science.ts';

import { aboutSchema, type About } from './about.schema.ts';
import { landingSchema, type Landing } from './landing.schema.ts';
import { navigationSchema, siteSchema, type Navigation, type Site } from './site.schema.ts';
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

const { name, product, description, replyPromise, disclaimer, seeProduct, imageNote, currencyNote } = site;
const words = { name, product, description, replyPromise, disclaimer, seeProduct, imageNote, currencyNote };
const facts = {
  guaranteeDays: site.guaranteeDays,
  returnDays: site.returnWindowDays,
  refundDays: promises.refundProcessingDays,
  refundVisibleDays: promises.refundVisibleDays,
  supportEmail: site.supportEmail,
  supportHours: site.supportHours,
};

/** Every document that the owner edits, in the order of the admin. */
export const documents = {
  site: document({ title: 'Shop: facts and name', page: '/', schema: siteSchema, initial: { facts, ...words } }),
  navigation: document({
    title: 'Menu and footer',
    page: '/',
    schema: navigationSchema,
    initial: { menu: navigation, footer, policies },
  }),
  landing: document({ title: 'Landing page', page: '/', schema: landingSchema, initial: landing }),
  product: document({ title: 'Product page', page: '/product', schema: productTextsSchema, initial: productTexts }),
  reviews: document({ title: 'Reviews', page: '/reviews', schema: reviewTextsSchema, initial: reviewTexts }),
  science: document({ title: 'Science', page: '/science', schema: scienceSchema, initial: science }),
  about: document({ title: 'About', page: '/about', schema: aboutSchema, initial: about }),
};

export type Documents = {
  site: Site;
  navigation: Navigation;
  landing: Landing;
  product: ProductTexts;
  reviews: ReviewTexts;
  science: Science;
  about: About;
};
export type DocumentKey = keyof Documents;

export const documentKeys = Object.keys(documents) as DocumentKey[];

export const isDocumentKey = (key: string): key is DocumentKey => Object.hasOwn(documents, key);

/** Returns the document that a page shows, the most specific one. Null for a page without its own. */
export function documentOfPage(path: string): DocumentKey | null {
  const isShown = ({ page }: { page: string }) => path === page || (page !== '/' && path.startsWith(`${page}/`));
  return documentKeys.findLast((key) => isShown(documents[key])) ?? null;
}
