import type { z } from 'zod';

import { emails } from '#content/emails.ts';
import { landing } from '#content/landing.ts';
import { footer, navigation, policies, promises, site } from '#content/site.ts';

import { emailsSchema, type Emails } from './emails.schema.ts';
import { landingSchema, type Landing } from './landing.schema.ts';
import { navigationSchema, siteSchema, type Navigation, type Site } from './site.schema.ts';

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
  emails: document({ title: 'Emails', page: '/admin/content/emails/preview', schema: emailsSchema, initial: emails }),
};

export type Documents = { site: Site; navigation: Navigation; landing: Landing; emails: Emails };
export type DocumentKey = keyof Documents;

export const documentKeys = Object.keys(documents) as DocumentKey[];

export const isDocumentKey = (key: string): key is DocumentKey => Object.hasOwn(documents, key);
