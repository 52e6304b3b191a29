import { mailCopy, greetingName, type MailItem, type MailContext } from '#modules/email/mail.ts';
import { legacyTerms, promisedFacts, type OrderTerms } from '#modules/settings/shop-promises.ts';
import { billLines, type Bill, type BillLine } from '#shared/bill-lines.ts';
import { formatUsd, type Cents } from '#shared/money.ts';

/** Fields of every email about an order; `trackUrl` opens this order alone. */
export type OrderHead = {
  orderNumber: string;
  firstName: string;
  items: MailItem[];
  trackUrl: string;
  shopUrl: string;
  /** Promises of the order. Missing in emails that are older than this field. */
  promises?: OrderTerms;
};

export type OrderMail = OrderHead &
  Omit<Bill, 'shipping'> & {
    placedAt: string;
    shipping: (NonNullable<Bill['shipping']> & { delivery: string }) | null;
    addressLines: string[];
    /** Missing in emails that are older than this field. Empty if it is the shipping address. */
    billingLines?: string[];
    /** Amount paid and date, as text. */
    payment?: string;
    /** Payment method as text. Missing if the provider did not return it in time. */
    paymentMethod?: string;
    /** Missing in emails that are older than this field. */
    deliveryInstructions?: string;
  };

/** Shipment on its way; `delivery` is the estimated days as text. */
export type ShipmentMail = OrderHead & {
  addressLines: string[];
  /** Carrier, number and link of the latest package. */
  carrier: string | null;
  trackingNumber: string | null;
  carrierUrl: string | null;
  /** All packages. Missing in emails that are older than this field. */
  packages?: { carrier: string | null; trackingNumber: string; carrierUrl: string }[];
  delivery: string | null;
};

/**
 * Data of the cancellation email. `heldCents` is the customer's money that the shop has and will
 * refund. Money that their bank holds in a dispute does not count.
 */
export type CancelledMail = OrderHead & { heldCents: Cents };

export type RefundMail = OrderHead & { amountCents: Cents; isFull: boolean };

/**
 * Step of a return. `items` are the returned lines, `code` identifies the parcel, `reason` says why
 * it is refused.
 */
export type ReturnMail = OrderHead & {
  code: string;
  slipUrl: string;
  labelUrl: string | null;
  reason: string;
  /**
   * False if no money comes back: the order cost nothing, or is refunded already. Missing in emails
   * that are older than this field.
   */
  bringsRefund?: boolean;
};

const labels: Partial<Record<BillLine['kind'], string>> = { reduction: 'Discount', shipping: 'Shipping' };

/** Returns the amounts of an order with their labels. */
export function amountsOf(order: OrderMail): { label: string; amount: string; strong: boolean }[] {
  return billLines(order).map(({ kind, name, text }) => {
    const label = labels[kind];
    return { label: label === undefined ? name : `${label} (${name})`, amount: text, strong: kind === 'total' };
  });
}

/** Kinds of emails about an order. */
type OrderMailName = 'order_confirmation' | ShipmentKind | 'order_cancelled' | 'order_refunded' | ReturnKind;

/** Returns the words of an email about an order, with that order's own promises. */
function orderWords<K extends OrderMailName>(
  kind: K,
  { orderNumber, firstName, promises = legacyTerms, ...mail }: OrderHead & { values?: Record<string, string> },
  shop: MailContext,
): MailContext['emails'][K] {
  return mailCopy(shop, kind, {
    ...promisedFacts(promises),
    orderNumber,
    firstName: greetingName(firstName),
    ...mail.values,
  });
}

/** Returns the words of the confirmation. */
export function confirmationWords(order: OrderMail, shop: MailContext) {
  return orderWords('order_confirmation', { ...order, values: { placedAt: order.placedAt } }, shop);
}

/** Returns the text that an inbox shows beside the subject, which already has the number. */
export function previewOf({ shipping }: OrderMail): string {
  const delivery = shipping === null ? '' : `Estimated delivery ${shipping.delivery}. `;
  return `${delivery}Track it any time.`;
}

/** Returns the billing address, line by line. */
export function billingOf({ billingLines = [] }: OrderMail): string[] {
  return billingLines.length === 0 ? ['Same as the shipping address'] : billingLines;
}

/** Returns the delivery instructions, or '' in emails that are older than the field. */
export const instructionsOf = ({ deliveryInstructions }: OrderMail): string => deliveryInstructions?.trim() ?? '';

/**
 * Returns payment method, amount and date, line by line; empty in emails that are older than these.
 */
export function paymentOf({ paymentMethod, payment }: OrderMail): string[] {
  return [paymentMethod, payment].filter((line) => line !== undefined);
}

/** Returns the order confirmation as plain text, for readers that show no HTML. */
export function orderText(order: OrderMail, shop: MailContext): string {
  const { shipping } = order;
  const { heading, text, button } = confirmationWords(order, shop);
  const paid = paymentOf(order);
  const instructions = instructionsOf(order);
  const blocks = [
    [shop.site.name],
    [heading, text],
    [`${button}: ${order.trackUrl}`],
    shipping === null ? [] : [`Estimated delivery: ${shipping.delivery}`],
    order.items.map(({ name, quantity, amountCents }) => `${name} × ${quantity}: ${formatUsd(amountCents)}`),
    amountsOf(order).map(({ label, amount }) => `${label}: ${amount}`),
    ['Shipping to', ...order.addressLines],
    ['Billed to', ...billingOf(order)],
    paid.length === 0 ? [] : ['Payment', ...paid],
    instructions === '' ? [] : [`Delivery instructions: ${instructions}`],
    [`Questions? ${mailCopy(shop, 'shared').help}`, order.shopUrl],
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
}

/** Title and first text of an email, with its other words. */
export type Copy = { subject: string; heading: string; text: string; button: string };

/** Returns the words of the cancellation email, with what happens to the money. */
export function cancelledCopy(mail: CancelledMail, shop: MailContext): Copy {
  const values = { amount: formatUsd(mail.heldCents) };
  const words = orderWords('order_cancelled', { ...mail, values }, shop);
  return { ...words, text: `${words.text} ${mail.heldCents > 0 ? words.refund : words.noRefund}` };
}

/** Returns the words of the refund email: the amount, and when it becomes visible. */
export function refundCopy(mail: RefundMail, shop: MailContext): Copy {
  const part = mail.isFull ? 'everything you paid' : 'part of what you paid';
  return orderWords('order_refunded', { ...mail, values: { amount: formatUsd(mail.amountCents), part } }, shop);
}

export type ShipmentKind = 'order_shipped' | 'order_out_for_delivery' | 'order_delivered';

/** Delivery steps as shown in shipment emails. */
export const deliverySteps = ['Confirmed', 'Shipped', 'Out for delivery', 'Delivered'];

/** Number of completed steps by kind of email. */
export const stepsDone: Record<ShipmentKind, number> = {
  order_shipped: 2,
  order_out_for_delivery: 3,
  order_delivered: 4,
};

/** Returns the words of a shipment email. */
export function shipmentCopy(kind: ShipmentKind, mail: ShipmentMail, shop: MailContext): Copy {
  const carrier = mail.carrier?.trim() ?? '';
  const words = orderWords(kind, { ...mail, values: { carrier } }, shop);
  return 'textWithoutCarrier' in words && carrier === '' ? { ...words, text: words.textWithoutCarrier } : words;
}

export type ReturnKind = 'return_opened' | 'return_label' | 'return_received' | 'return_declined';

/** Returns the words of a return email. */
export function returnCopy(kind: ReturnKind, mail: ReturnMail, shop: MailContext): Copy {
  const { code, reason, bringsRefund = true } = mail;
  const words = orderWords(kind, { ...mail, values: { code, reason } }, shop);
  if (kind === 'return_label' && mail.labelUrl === null)
    return { ...words, button: mailCopy(shop, 'return_opened').button };
  if (!('noRefund' in words)) return words;
  return { ...words, text: `${words.text} ${bringsRefund ? words.refund : words.noRefund}` };
}
