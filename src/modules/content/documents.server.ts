import type { z } from 'zod';

import { account } from '#content/account.ts';
import { contact } from '#content/contact.ts';
import { landing } from '#content/landing.ts';
import { quiz } from '#content/quiz.ts';

import { accountSchema, type AccountTexts } from './account.schema.ts';
import { contactSchema, type Contact } from './contact.schema.ts';
import { landingSchema, type Landing } from './landing.schema.ts';
import { quizSchema, type Quiz } from './quiz.schema.ts';

type Document<S extends z.ZodType> = {
  title: string;
  /** Page that shows it. */
  page: string;
  schema: S;
  /** Body of an empty shop. */
  initial: unknown;
};

export type Documents = { landing: Landing; quiz: Quiz; contact: Contact; account: AccountTexts };
type DocumentList = { readonly [K in keyof Documents]: Document<z.ZodType<Documents[K]>> };

const document = <S extends z.ZodType>(document: Document<S>) => document;

/** Every document that the owner edits, in the order of the admin. */
export const documents: DocumentList = {
  landing: document({ title: 'Landing page', page: '/', schema: landingSchema, initial: landing }),
  quiz: document({ title: 'Skin quiz', page: '/quiz', schema: quizSchema, initial: quiz }),
  contact: document({ title: 'Contact page', page: '/contact', schema: contactSchema, initial: contact }),
  account: document({ title: 'Customer account', page: '/account', schema: accountSchema, initial: account }),
};

export type DocumentKey = keyof Documents;

export const documentKeys = Object.keys(documents) as DocumentKey[];

export const isDocumentKey = (key: string): key is DocumentKey => Object.hasOwn(documents, key);
