import { z } from 'zod';

import { about } from '#content/about.ts';
import { account } from '#content/account.ts';
import { afterOrder } from '#content/after-order.ts';
import { claims } from '#content/claims.ts';
import { contact } from '#content/contact.ts';
import { emails } from '#content/emails.ts';
import { endorsements } from '#content/endorsements.ts';
import { landing } from '#content/landing.ts';
import { offers } from '#content/offers.ts';
import { orderPdfs } from '#content/order-pdfs.ts';
import { productTexts } from '#content/product.ts';
import { quiz } from '#content/quiz.ts';
import { reviewTexts } from '#content/reviews.ts';
import { science } from '#content/science.ts';
import { seo } from '#content/seo.ts';
import { accessibility } from '#content/accessibility.ts';
import { blog } from '#content/blog.ts';
import { privacy } from '#content/privacy.ts';
import { returnPolicy } from '#content/returns.ts';
import { navigation, site } from '#content/site.ts';
import { terms } from '#content/terms.ts';
import { theme } from '#content/theme.ts';

import { aboutSchema, type About } from './about.schema.ts';
import { accountSchema, type AccountTexts } from './account.schema.ts';
import { afterOrderSchema, type AfterOrder } from './after-order.schema.ts';
import { claimEntry, claimsSchema, type Claims } from './claims.schema.ts';
import { contactSchema, type Contact } from './contact.schema.ts';
import type { FieldSchema } from './document-fields.schema.ts';
import { emailsSchema, type Emails } from './emails.schema.ts';
import { endorsementsSchema, type Endorsements } from './endorsements.schema.ts';
import { landingSchema, type Landing } from './landing.schema.ts';
import { offersSchema, type Offers } from './offers.schema.ts';
import { orderPdfsSchema, type OrderPdfs } from './order-pdfs.schema.ts';
import { productTextsSchema, type ProductTexts } from './product-texts.schema.ts';
import { quizSchema, type Quiz } from './quiz.schema.ts';
import { reviewTextsSchema, type ReviewTexts } from './review-texts.schema.ts';
import { scienceSchema, type Science } from './science.schema.ts';
import { seoSchema, type Seo } from './seo.schema.ts';
import { blogSchema, type Blog } from './blog.schema.ts';
import { policySchema, returnPolicySchema, type Policy, type ReturnPolicy } from './policy.schema.ts';
import { navigationSchema, siteSchema, type Navigation, type Site } from './site.schema.ts';
import { themeSchema, type Theme } from './theme.schema.ts';

type Document<T> = {
  title: string;
  /** Page that shows it. */
  page: string;
  schema: z.ZodType<T>;
  /** Body of an empty shop. */
  initial: unknown;
};

export type Documents = {
  site: Site;
  theme: Theme;
  navigation: Navigation;
  endorsements: Endorsements;
  landing: Landing;
  product: ProductTexts;
  reviews: ReviewTexts;
  quiz: Quiz;
  science: Science;
  claims: Claims;
  about: About;
  contact: Contact;
  account: AccountTexts;
  offers: Offers;
  afterOrder: AfterOrder;
  returnPolicy: ReturnPolicy;
  terms: Policy;
  privacy: Policy;
  accessibility: Policy;
  blog: Blog;
  emails: Emails;
  orderPdfs: OrderPdfs;
  seo: Seo;
};

/** Every document that the owner edits, in the order of the admin. */
export const documents: { readonly [K in keyof Documents]: Document<Documents[K]> } = {
  site: { title: 'Shop details and policies', page: '/', schema: siteSchema, initial: site },
  theme: { title: 'Theme: colors, fonts and images', page: '/', schema: themeSchema, initial: theme },
  navigation: {
    title: 'Menu and footer',
    page: '/',
    schema: navigationSchema,
    initial: navigation,
  },
  endorsements: {
    title: 'Press, experts and tests',
    page: '/',
    schema: endorsementsSchema,
    initial: endorsements,
  },
  landing: { title: 'Landing page', page: '/', schema: landingSchema, initial: landing },
  product: { title: 'Product page', page: '/product', schema: productTextsSchema, initial: productTexts },
  reviews: { title: 'Reviews', page: '/reviews', schema: reviewTextsSchema, initial: reviewTexts },
  quiz: { title: 'Skin quiz', page: '/quiz', schema: quizSchema, initial: quiz },
  science: { title: 'Science', page: '/science', schema: scienceSchema, initial: science },
  claims: {
    title: 'Claims and proof',
    page: '/science',
    schema: claimsSchema,
    initial: { items: claims.map(claimEntry) },
  },
  about: { title: 'About', page: '/about', schema: aboutSchema, initial: about },
  contact: { title: 'Contact page', page: '/contact', schema: contactSchema, initial: contact },
  account: { title: 'Customer account', page: '/account', schema: accountSchema, initial: account },
  offers: { title: 'Offers and newsletter', page: '/reviews', schema: offersSchema, initial: offers },
  afterOrder: { title: 'After an order', page: '/checkout-success', schema: afterOrderSchema, initial: afterOrder },
  returnPolicy: {
    title: 'Return policy',
    page: '/return-policy',
    schema: returnPolicySchema,
    initial: returnPolicy,
  },
  terms: { title: 'Terms of service', page: '/terms-of-service', schema: policySchema, initial: terms },
  privacy: { title: 'Privacy policy', page: '/privacy-policy', schema: policySchema, initial: privacy },
  accessibility: {
    title: 'Accessibility statement',
    page: '/accessibility',
    schema: policySchema,
    initial: accessibility,
  },
  blog: { title: 'Blog', page: '/blog', schema: blogSchema, initial: blog },
  emails: { title: 'Emails', page: '/admin/content/emails/preview', schema: emailsSchema, initial: emails },
  orderPdfs: {
    title: 'Invoices and packing slips',
    page: '/admin/content/preview.pdf',
    schema: orderPdfsSchema,
    initial: orderPdfs,
  },
  seo: { title: 'SEO and link previews', page: '/track', schema: seoSchema, initial: seo },
};

export type DocumentKey = keyof Documents;

export const documentKeys = Object.keys(documents) as DocumentKey[];

/** Returns the document's JSON Schema, from which the editor makes its form. */
export const formSchema = (key: DocumentKey): FieldSchema =>
  z.toJSONSchema(documents[key].schema, { io: 'input' }) as FieldSchema;

export const isDocumentKey = (key: string): key is DocumentKey => Object.hasOwn(documents, key);

/** Returns the most specific document of a page, or null. */
export function documentOfPage(path: string): DocumentKey | null {
  const isShown = ({ page }: { page: string }) => path === page || (page !== '/' && path.startsWith(`${page}/`));
  return documentKeys.findLast((key) => isShown(documents[key])) ?? null;
}
