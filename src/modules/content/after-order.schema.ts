import type { z } from 'zod';

import { group, line, link, list, paragraph, textsNaming } from './document-fields.schema.ts';

const placed = textsNaming(['email', 'delivery']);

const step = (title: string) => group(title, { when: placed.line('When', 40), what: placed.paragraph('What', 240) });

/** Page after an order, and how to begin, which its email says too. */
export const afterOrderSchema = group('After an order', {
  nextSteps: group('What happens next', {
    title: line('Title', 60),
    ordered: step('Ordered'),
    shipped: step('Shipped'),
    delivered: step('Delivered'),
  }),
  firstMinute: group('How to begin (also in the email)', {
    title: line('Title', 60),
    steps: list('Steps', line('Step', 160), { itemName: 'step', min: 1, max: 6 }),
    guide: group('Link', { label: line('Label', 60), path: link('Page') }),
  }),
  elsewhere: group('Order placed on another device', { title: line('Title', 60), text: paragraph('Text', 300) }),
});

export type AfterOrder = z.infer<typeof afterOrderSchema>;
