import { createElement } from 'react';

import { seedProduct } from '#content/catalog.ts';
import { firstActiveProduct } from '#modules/catalog/products.queries.server.ts';
import { unitPrice, type Product } from '#modules/catalog/product.ts';
import { mailCopy, type MailItem, type MailKind } from '#modules/email/mail.ts';
import { initialContent, publishedContent } from '#modules/content/content.server.ts';
import { shownSeller } from '#modules/settings/shop-settings.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { oneLine } from '#shared/clean-text.ts';

import type { PlanMail } from './mails/plan.server.tsx';
import { planFor } from './plan.ts';
import type { CompleteAnswers } from './quiz.ts';

type Shown = Pick<Product, 'name' | 'imageUrl' | 'priceCents' | 'salePriceCents'>;

const itemOf = (product: Shown): MailItem => ({
  name: product.name,
  imageUrl: product.imageUrl,
  quantity: 1,
  amountCents: unitPrice(product),
});

/** Content of the email as of now: texts, product, price and seller. */
export async function planMail(ctx: Ctx, answers: CompleteAnswers): Promise<PlanMail> {
  const [content, product, seller] = await Promise.all([
    publishedContent(ctx),
    firstActiveProduct(ctx.db),
    shownSeller(ctx),
  ]);
  return {
    answers,
    plan: planFor(answers, content.quiz.plan),
    shopUrl: ctx.settings.publicUrl,
    item: product === null ? null : itemOf(product),
    seller,
  };
}

export const quizPlan: MailKind<PlanMail> = {
  name: 'quiz_plan',
  subject: ({ plan }, shop) => oneLine(mailCopy(shop, 'quiz_plan', { headline: plan.headline }).subject),
  body: async (mail, shop) => createElement((await import('./mails/plan.server.tsx')).PlanEmail, { mail, shop }),
  complete: (ctx, { answers }) => planMail(ctx, answers),
  sample(shopUrl) {
    const answers = {
      primaryConcern: 'pigmentation',
      age: '18-29',
      experience: 'beginner',
      timeline: '1-month',
    } as const;
    return { answers, plan: planFor(answers, initialContent().quiz.plan), item: itemOf(seedProduct), shopUrl };
  },
};
