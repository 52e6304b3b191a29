import { createElement } from 'react';

import { seedProduct } from '#content/catalog.ts';
import { firstActiveProduct } from '#modules/catalog/catalog.server.ts';
import { unitPrice, type Product } from '#modules/catalog/product.ts';
import type { MailItem, MailKind } from '#modules/email/mail.ts';
import { shownSeller } from '#modules/settings/shop-settings.server.ts';
import { oneLine } from '#shared/clean-text.ts';

import { planFor } from './plan.ts';
import type { CompleteAnswers } from './quiz.ts';

/**
 * Content of the email with a quiz result. Its texts are derived from the answers, which are ids.
 */
export type PlanMail = {
  answers: CompleteAnswers;
  shopUrl: string;
  /** The product with its price when the mail is rendered. Null if the shop sells none. */
  item?: MailItem | null;
  /** The seller's name and address, line by line. */
  seller?: readonly string[];
};

type Shown = Pick<Product, 'name' | 'imageUrl' | 'priceCents' | 'salePriceCents'>;

const itemOf = (product: Shown): MailItem => ({
  name: product.name,
  imageUrl: product.imageUrl,
  quantity: 1,
  amountCents: unitPrice(product),
});

export const quizPlan: MailKind<PlanMail> = {
  name: 'quiz_plan',
  subject: ({ answers }) => oneLine(planFor(answers).headline),
  body: async (mail, shop) => createElement((await import('./mails/plan.server.tsx')).PlanEmail, { mail, shop }),
  async complete(ctx, mail) {
    const [product, seller] = await Promise.all([firstActiveProduct(ctx.db), shownSeller(ctx)]);
    return { ...mail, item: product === null ? null : itemOf(product), seller };
  },
  sample: (shopUrl) => ({
    answers: { primaryConcern: 'pigmentation', age: '18-29', experience: 'beginner', timeline: '1-month' },
    item: itemOf(seedProduct),
    shopUrl,
  }),
};
