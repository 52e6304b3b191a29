import { createElement } from 'react';

import { seedProduct } from '#content/catalog.ts';
import { unitPrice, type Product } from '#modules/catalog/product.ts';
import { firstActiveProduct } from '#modules/catalog/products.queries.server.ts';
import { mailCopy, type MailKind } from '#modules/email/mail.ts';
import { shownSeller } from '#modules/settings/shop-settings.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { oneLine } from '#shared/clean-text.ts';
import { sampleOrder } from '#modules/orders/orders.emails.server.ts';
import { hasOrderedSince } from '#modules/orders/sales.queries.server.ts';
import type { OrderHead } from '#modules/orders/order-emails.ts';

import { hasUnsubscribed } from './automations.queries.server.ts';
import { saleCountsFrom } from './automations.ts';
import type { AutomatedMail, CartOffer } from './mails/automated-email.server.tsx';
import type { CodeMail, CodeMailName } from './mails/discount-code.server.tsx';

/** The seller's name and address, line by line. */
type Named = { seller?: readonly string[] };

/** Adds the current seller when the mail is rendered. */
const withSeller = async <Mail extends Named>(ctx: Ctx, mail: Mail): Promise<Mail> => ({
  ...mail,
  seller: await shownSeller(ctx),
});

type Sold = Pick<Product, 'name' | 'imageUrl' | 'priceCents' | 'salePriceCents'>;

/** Returns the product with its price after a discount such as '15%'. */
function discounted(product: Sold, discount: string): NonNullable<CodeMail['product']> {
  const { name, imageUrl } = product;
  const regularCents = unitPrice(product);
  const amountCents = regularCents - Math.round((regularCents * Number.parseFloat(discount)) / 100);
  return { item: { name, imageUrl, quantity: 1, amountCents }, regularCents };
}

/** Adds the current seller and product when the mail is rendered. */
async function withProduct(ctx: Ctx, mail: CodeMail): Promise<CodeMail> {
  const product = await firstActiveProduct(ctx.db);
  return { ...(await withSeller(ctx, mail)), product: product === null ? null : discounted(product, mail.discount) };
}

/** True if the recipient unsubscribed and did not sign up again. */
const hasLeft = ({ db }: Ctx, { toAddress }: { toAddress: string }) => hasUnsubscribed(db, toAddress);

const sampleLink = (shopUrl: string) => `${shopUrl}/unsubscribe`;

const codeMail = (name: CodeMailName, sampleDiscount: string): MailKind<CodeMail> => ({
  name,
  subject: ({ discount }, shop) => oneLine(mailCopy(shop, name, { discount }).subject),
  async body(mail, shop) {
    const { DiscountCodeMail } = await import('./mails/discount-code.server.tsx');
    return createElement(DiscountCodeMail, { mail, name, shop });
  },
  complete: withProduct,
  isUnwanted: hasLeft,
  sample: (shopUrl) => ({
    code: 'GLOW-SAMPLE22',
    discount: sampleDiscount,
    expiry: 'Good for 24 hours, until Sunday, November 22 at 7:00 AM UTC.',
    product: discounted(seedProduct, sampleDiscount),
    shopUrl,
    unsubscribeUrl: sampleLink(shopUrl),
  }),
});

export const captureCode = codeMail('capture_code', '15%');

export const backInStock: MailKind<CodeMail> = { ...codeMail('back_in_stock', '10%'), isBulk: true };

type ReviewMail = OrderHead & AutomatedMail & { reviewUrl: string };

/** Reminder of an abandoned cart, for someone who agreed to emails. */
type CartMail = AutomatedMail & { resumeUrl: string; offer?: CartOffer | null };

const sample = (shopUrl: string) => ({ ...sampleOrder(shopUrl), unsubscribeUrl: sampleLink(shopUrl) });

const templates = () => import('./mails/automated-email.server.tsx');

export const reviewRequest: MailKind<ReviewMail> = {
  name: 'review_request',
  isBulk: true,
  subject: (_mail, shop) => oneLine(mailCopy(shop, 'review_request').subject),
  body: async (mail, shop) =>
    createElement((await templates()).ReviewRequest, { mail, reviewUrl: mail.reviewUrl, shop }),
  complete: withSeller,
  isUnwanted: hasLeft,
  sample: (shopUrl) => ({ ...sample(shopUrl), reviewUrl: `${shopUrl}/reviews` }),
};

export const abandonedCheckout: MailKind<CartMail> = {
  name: 'abandoned_checkout',
  isBulk: true,
  subject: (_mail, shop) => oneLine(mailCopy(shop, 'abandoned_checkout').subject),
  body: async (mail, shop) =>
    createElement((await templates()).AbandonedCart, { mail, resumeUrl: mail.resumeUrl, offer: mail.offer, shop }),
  complete: withSeller,
  isUnwanted: async (ctx, { toAddress, createdAt }) =>
    (await hasLeft(ctx, { toAddress })) || hasOrderedSince(ctx.db, toAddress.toLowerCase(), saleCountsFrom(createdAt)),
  sample: (shopUrl) => ({
    ...sample(shopUrl),
    resumeUrl: `${shopUrl}/resume`,
    offer: { name: 'Buy 2 Get 1 Free', totalCents: 2 * seedProduct.salePriceCents },
  }),
};
