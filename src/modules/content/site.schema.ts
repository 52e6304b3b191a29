import { z } from 'zod';

import { capitals, count, group, line, link, list, paragraph } from './document-fields.schema.ts';

/** Facts and words that the whole shop uses. Other texts name the facts in braces. */
export const siteSchema = group('Shop', {
  facts: group('Facts', {
    guaranteeDays: count('Money-back guarantee, in days', 0, 365),
    replacementDays: count('A product that stops working is replaced within, in days', 0, 3_650),
    returnDays: count('Return window, in days after delivery', 14, 365),
    refundDays: count('Refund issued within, in business days', 1, 30),
    refundVisibleDays: line('Refund visible after, in business days', 10),
    supportEmail: z.email('Enter an email address').max(120).meta({ title: 'Support email' }),
    supportHours: line('Support hours', 60),
  }),
  name: line('Shop name', 40),
  product: line('Product type', 80),
  productInSentence: line('Product type in a sentence: “bought …”', 40),
  orderPrefix: capitals('Order number prefix. Existing orders keep theirs'),
  codePrefix: capitals('Prefix of emailed discount codes'),
  description: paragraph('Description for search engines', 200),
  replyPromise: line('Reply time promise', 80),
  freeShipping: group('Free shipping, in the banner and at the checkout', {
    title: line('Title at the checkout', 40),
    everyOrder: line('While it’s free on every order', 80),
    from: line('While it’s free from an order value', 80),
    banner: line('Banner while it’s free from an order value', 90),
  }),
  disclaimer: paragraph('Product use disclaimer', 400),
  seeProduct: line('Label for product links', 40),
  imageNote: line('Note about images', 160),
  currencyNote: line('Note about currency', 80),
}).refine(({ facts }) => facts.returnDays >= facts.guaranteeDays, {
  path: ['facts', 'returnDays'],
  message: 'The return window must be at least as long as the guarantee',
});

export type Site = z.infer<typeof siteSchema>;

const entry = group('Link', { to: link('Page (empty: coming soon)'), label: line('Label', 40) });
const links = (title: string, max: number) => list(title, entry, { itemName: 'link', min: 1, max });

/** Menu, footer with payment methods, and the policies at the end of the checkout. */
export const navigationSchema = group('Menu and footer', {
  menu: links('Menu', 9),
  footer: list('Footer', group('Column', { title: line('Title', 30), entries: links('Links', 10) }), {
    itemName: 'column',
    min: 1,
    max: 4,
  }),
  payments: list('Payment methods in the footer', line('Payment method', 30), {
    itemName: 'payment method',
    min: 0,
    max: 8,
  }),
  policies: links('Policies at the end of the checkout', 6),
});

export type Navigation = z.infer<typeof navigationSchema>;
