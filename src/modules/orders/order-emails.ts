import { mails } from '#content/mails.ts';
import { site } from '#content/site.ts';
import { byName, type MailItem } from '#modules/email/mail.ts';
import { earlierPromises, type ShopPromises } from '#modules/settings/shop-promises.ts';
import { billLines, type Bill, type BillLine } from '#shared/bill-lines.ts';
import { formatUsd, type Cents } from '#shared/money.ts';
import { orderNoteLines, type OrderNotes } from '#shared/order-notes.ts';

/** Fields of every email about an order; `trackUrl` opens this order alone. */
export type OrderHead = {
  orderNumber: string;
  firstName: string;
  items: MailItem[];
  trackUrl: string;
  shopUrl: string;
  /** Promises of the order. Missing in emails that are older than this field. */
  promises?: ShopPromises;
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
  } & Partial<OrderNotes>;

/** Shipment on its way; `delivery` is the estimated days as text. */
export type ShipmentMail = OrderHead & {
  addressLines: string[];
  carrier: string | null;
  trackingNumber: string | null;
  carrierUrl: string | null;
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

/** Returns the first sentence of the confirmation. */
export function confirmationSentence(order: OrderMail): string {
  return `We’ve got your order ${order.orderNumber} of ${order.placedAt}, and we’re getting it ready.`;
}

/** Returns the text that an inbox shows beside the subject, which already has the number. */
export function previewOf({ shipping }: OrderMail): string {
  const delivery = shipping === null ? '' : `Estimated delivery ${shipping.delivery}. `;
  return `${delivery}Track it any time.`;
}

/** Returns 'Thank you, Mia', or no name if none was given. */
export function greeting(order: OrderMail): string {
  return `Thank you${byName(order.firstName)}`;
}

/** Returns the billing address, line by line. */
export function billingOf({ billingLines = [] }: OrderMail): string[] {
  return billingLines.length === 0 ? ['Same as the shipping address'] : billingLines;
}

/**
 * Returns payment method, amount and date, line by line; empty in emails that are older than these.
 */
export function paymentOf({ paymentMethod, payment }: OrderMail): string[] {
  return [paymentMethod, payment].filter((line) => line !== undefined);
}

/** Returns the order confirmation as plain text, for readers that show no HTML. */
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
    orderNoteLines(order).map(({ label, text }) => `${label}: ${text}`),
    [`Questions? ${mails.help}`, order.shopUrl],
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
}

/** Returns title and first text of the cancellation email, with what happens to the money. */
export function cancelledCopy({ firstName, orderNumber, heldCents }: CancelledMail) {
  const money =
    heldCents > 0
      ? `We’ll refund ${formatUsd(heldCents)} to your original payment method, and email you once it’s on its way.`
      : 'There is nothing left to refund.';
  const text = `Your order ${orderNumber} is cancelled and won’t ship. ${money}`;
  return { title: `Your order is cancelled${byName(firstName)}`, text };
}

/** Returns title and first text of the refund email: the amount, and when it becomes visible. */
export function refundCopy({ firstName, orderNumber, amountCents, isFull, promises = earlierPromises }: RefundMail) {
  const part = isFull ? 'everything you paid' : 'part of what you paid';
  const text = `We refunded ${formatUsd(amountCents)}, ${part} for order ${orderNumber}, to your original payment method. It shows on your statement within ${promises.refundVisibleDays} business days.`;
  return { title: `Your refund is on its way${byName(firstName)}`, text };
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

/** Returns title and first text of a shipment email. */
export function shipmentCopy(
  kind: ShipmentKind,
  { firstName, carrier }: ShipmentMail,
): { title: string; text: string } {
  const name = byName(firstName);
  const carrierName = carrier?.trim() ?? '';
  const by = carrierName === '' ? '' : ` with ${carrierName}`;
  const copy: Record<ShipmentKind, { title: string; text: string }> = {
    order_shipped: {
      title: `It’s on its way${name}`,
      text: carrierName === '' ? 'Your package has shipped.' : `${carrierName} has your package.`,
    },
    order_out_for_delivery: { title: `It arrives today${name}`, text: `Your package is out for delivery${by}.` },
    order_delivered: { title: `It’s here${name}`, text: 'Your package was delivered. Enjoy your first minute.' },
  };
  return copy[kind];
}

export type ReturnKind = 'return_opened' | 'return_label' | 'return_received' | 'return_declined';

/** Returns title and first text of a return email. */
export function returnCopy(kind: ReturnKind, mail: ReturnMail) {
  const { firstName, code, orderNumber, reason, bringsRefund = true, promises = earlierPromises } = mail;
  const name = byName(firstName);
  const refund = `We’ll refund you within ${promises.refundProcessingDays} business days, and email you once the money is on its way.`;
  const copy: Record<ReturnKind, { title: string; text: string }> = {
    return_opened: {
      title: `We got your return request${name}`,
      text: `Your return ${code} of order ${orderNumber} is set up. Return shipping is free: we’ll email you a prepaid label. Please wait for it before you ship.`,
    },
    return_label: {
      title: `Here is your return label${name}`,
      text: `Stick the prepaid label on the box and put the return slip inside, so that we know it’s ${code}. The slip alone is not postage.`,
    },
    return_received: {
      title: `Your return has arrived${name}`,
      text: `We have your return ${code}. ${bringsRefund ? refund : 'There is nothing left to refund for this order.'}`,
    },
    return_declined: {
      title: `Your return is closed${name}`,
      text: `We closed your return ${code} of order ${orderNumber} without a refund: ${reason}`,
    },
  };
  return copy[kind];
}
