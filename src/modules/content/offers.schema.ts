import type { z } from 'zod';

import { group, line, paragraph, textsNaming } from './document-fields.schema.ts';

const offer = textsNaming(['discount']);

const dialog = (title: string) =>
  group(title, {
    eyebrow: line('Above the title', 40),
    title: offer.line('Title', 60),
    text: offer.paragraph('Text', 240),
    action: line('Button', 40),
    decline: line('Button that closes it', 40),
  });

/** Offers of a code for an email address, the page of such a code, and the newsletter. */
export const offersSchema = group('Offers', {
  dialogs: group('Dialog for a code', {
    manual: dialog('Opened by the visitor'),
    'exit-intent': dialog('When the visitor leaves'),
    'time-based': dialog('After half a minute'),
    'scroll-based': dialog('Half down the page'),
    'sold-out': dialog('While it is sold out'),
  }),
  code: group('Page of a code', {
    title: line('Title', 80),
    text: paragraph('Text', 240),
    checkout: line('Button to the checkout', 40),
    product: line('Button to the product', 40),
  }),
  newsletter: group('Newsletter', {
    eyebrow: line('Above the title', 40),
    title: line('Title', 80),
    text: paragraph('Text', 240),
    action: line('Button', 40),
    thanks: line('After signing up', 120),
  }),
});

export type Offers = z.infer<typeof offersSchema>;
