import { mails } from '#content/mails.ts';
import { site } from '#content/site.ts';
import { byName } from '#modules/email/rules.ts';
import { billLines, type BillLine } from '#shared/bill.ts';
import { formatUsd } from '#shared/money.ts';
import { noteLines } from '#shared/order-notes.ts';

import type { OrderMail } from './rules.ts';

const labels: Partial<Record<BillLine['kind'], string>> = { reduction: 'Discount', shipping: 'Shipping' };

/** The sums of an order in words. */
export function amountsOf(order: OrderMail): { label: string; amount: string; strong: boolean }[] {
  return billLines(order).map(({ kind, name, text }) => {
    const label = labels[kind];
    return { label: label === undefined ? name : `${label} (${name})`, amount: text, strong: kind === 'total' };
  });
}

/** What the confirmation says first. */
export function confirmationSentence(order: OrderMail): string {
  return `Your order ${order.orderNumber} of ${order.placedAt} is confirmed, and we are getting it ready for you.`;
}

/** What an inbox shows beside the subject, which already has the number. */
export function previewOf({ shipping }: OrderMail): string {
  const delivery = shipping === null ? '' : `Estimated delivery ${shipping.delivery}. `;
  return `${delivery}Follow it on its way to you.`;
}

/** 'Thank you, Mia', or without a name when none was given. */
export function greeting(order: OrderMail): string {
  return `Thank you${byName(order.firstName)}`;
}

/** Whom the order is billed to, line by line. */
export function billingOf({ billingLines = [] }: OrderMail): string[] {
  return billingLines.length === 0 ? ['Same as the shipping address'] : billingLines;
}

/** How, what and when was paid, line by line; nothing in mails from before they told it. */
export function paymentOf({ paymentMethod, payment }: OrderMail): string[] {
  return [paymentMethod, payment].filter((line) => line !== undefined);
}

/** The order confirmation in plain text, for readers that show no HTML. */
export function orderText(order: OrderMail): string {
  const { shipping } = order;
  const paid = paymentOf(order);
  const blocks = [
    [site.name],
    [greeting(order), confirmationSentence(order)],
    [`Track Your Order: ${order.trackUrl}`],
    shipping === null ? [] : [`Estimated delivery: ${shipping.delivery}`],
    order.items.map(({ name, quantity, amountCents }) => `${name} × ${quantity}: ${formatUsd(amountCents)}`),
    amountsOf(order).map(({ label, amount }) => `${label}: ${amount}`),
    ['Shipping to', ...order.addressLines],
    ['Billed to', ...billingOf(order)],
    paid.length === 0 ? [] : ['Payment', ...paid],
    noteLines(order).map(({ label, text }) => `${label}: ${text}`),
    [`Questions? ${mails.help}`, order.shopUrl],
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
}
