import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { enqueueMail, type EnqueueCtx } from '#modules/email/enqueue-mail.server.ts';
import { resendMail, type ResendRefusal } from '#modules/email/resend-mail.server.ts';
import { undeliverableDomain } from '#modules/email/mail.ts';
import { listOrderMails } from '#modules/email/mail-log.queries.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction, inTransaction } from '#platform/db/transaction.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { deliveryRange, formatDelivery } from '#shared/delivery-dates.ts';
import { longDay } from '#shared/shop-time.ts';
import { formatUsd } from '#shared/money.ts';
import { oneLine } from '#shared/clean-text.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { findBalance } from './change-order.server.ts';
import type { OrderMail, ReturnMail, ShipmentMail } from './order-emails.ts';
import { billOf, deliveryStart, envelope, packagesOf, type OrderView } from './order-record.ts';
import type { OrderStatus } from './order-status.ts';
import { orderToken } from './order-token.server.ts';
import { isCustomerMail, orderCancelled, orderRefunded, returnMails, shipmentMails } from './orders.emails.server.ts';
import { listOrderEmails, loadOrder } from './orders.queries.server.ts';
import { listRefundsWithoutEmail } from './refunds.queries.server.ts';
import { bringsRefund, returnCode, type ReturnView } from './returns.ts';

type LinkSettings = Pick<Settings, 'publicUrl' | 'sessionSecret'>;

function deliveryOf(order: OrderView): string | null {
  const { shippingOption } = order;
  if (shippingOption === null) return null;
  return formatDelivery(deliveryRange(deliveryStart(order), shippingOption, order.shippingAddress.country));
}

const tokenQuery = (order: OrderView, { sessionSecret }: LinkSettings) =>
  `token=${encodeURIComponent(orderToken(sessionSecret, order))}`;

/**
 * Returns the fields that every email about an order starts with. The link opens this order alone.
 */
export function orderHead(order: OrderView, settings: LinkSettings) {
  const { publicUrl } = settings;
  return {
    orderNumber: order.orderNumber,
    firstName: order.customer.firstName,
    items: order.items.map(({ name, imageUrl, quantity, unitPriceCents }) => ({
      name,
      imageUrl,
      quantity,
      amountCents: unitPriceCents * quantity,
    })),
    trackUrl: `${publicUrl}/track?${tokenQuery(order, settings)}`,
    shopUrl: publicUrl,
    promises: order.promises,
  };
}

/**
 * Returns what emails name of an order's customer. The billing lines are empty if they are the same
 * as the address.
 */
function contactLines({ customer, shippingAddress, billingAddress }: OrderView) {
  const addressLines = envelope(customer, shippingAddress);
  const billing = envelope(customer, billingAddress);
  const billingLines = billing.join('\n') === addressLines.join('\n') ? [] : billing;
  return { firstName: customer.firstName, addressLines, billingLines };
}

/** Returns the data of an order's confirmation, amounts in cents. */
export function confirmationData(order: OrderView, settings: LinkSettings): OrderMail {
  const { shippingOption } = order;
  const delivery = deliveryOf(order);
  const day = longDay(order.placedAt);
  return {
    ...orderHead(order, settings),
    ...contactLines(order),
    placedAt: day,
    ...billOf(order),
    shipping:
      shippingOption === null || delivery === null
        ? null
        : { name: shippingOption.name, amountCents: order.shippingCents, delivery },
    payment: order.capturedCents === 0 ? 'Nothing to pay' : `${formatUsd(order.capturedCents)} paid on ${day}`,
    deliveryInstructions: order.deliveryInstructions,
  };
}

function shipmentData(order: OrderView, settings: LinkSettings): ShipmentMail {
  const packages = packagesOf(order);
  const latest = packages.at(-1);
  return {
    ...orderHead(order, settings),
    addressLines: envelope(order.customer, order.shippingAddress),
    carrier: latest === undefined ? order.carrierName : latest.carrierName,
    trackingNumber: latest?.trackingNumber ?? null,
    carrierUrl: latest?.trackingUrl ?? null,
    packages: packages.map((one) => ({
      carrier: one.carrierName,
      trackingNumber: one.trackingNumber,
      carrierUrl: one.trackingUrl,
    })),
    delivery: deliveryOf(order),
  };
}

const isShipmentStatus = (status: OrderStatus): status is keyof typeof shipmentMails => status in shipmentMails;

/**
 * Enqueues the email about a status, in the transaction that sets it; `order` is the order after
 * the change. Only shipped, out_for_delivery, delivered and cancelled have an email, each sent
 * once. Exceptions: `shipped` is sent once per tracking number, so that a corrected number reaches
 * the customer, and `cancelled` each time.
 */
export async function enqueueStatusEmail(
  tx: Db,
  ctx: EnqueueCtx,
  { order, status }: { order: OrderView; status: OrderStatus },
): Promise<void> {
  const recipient = { orderId: order.id, to: order.email };
  if (status === 'cancelled') {
    const { disputedCents } = await findBalance(tx, order.paymentIntentId);
    const heldCents = Math.max(0, order.capturedCents - order.returnedCents - disputedCents);
    const data = { ...orderHead(order, ctx.settings), heldCents };
    // An order can be revived and cancelled again, so its version tells the emails apart.
    await enqueueMail(tx, ctx, { kind: orderCancelled, ...recipient, cause: String(order.version), data });
  }
  if (!isShipmentStatus(status)) return;
  const cause = status === 'shipped' ? (packagesOf(order).at(-1)?.trackingNumber ?? '') : '';
  await enqueueMail(tx, ctx, {
    kind: shipmentMails[status],
    ...recipient,
    cause,
    data: shipmentData(order, ctx.settings),
  });
}

type ReturnStep = {
  row: ReturnView;
  kind: keyof typeof returnMails;
  reason?: string;
};

/**
 * Enqueues the email about a step of a return, in the transaction of the step. Its refund has the
 * email of every refund.
 */
export async function enqueueReturnEmail(tx: Db, ctx: Ctx, { row, kind, reason = '' }: ReturnStep): Promise<void> {
  const order = await loadOrder(tx, row.orderId);
  const items = row.lines.flatMap(({ productId, quantity }) =>
    order.items.filter((item) => item.productId === productId).map((item) => ({ ...item, quantity })),
  );
  const data: ReturnMail = {
    ...orderHead({ ...order, items }, ctx.settings),
    code: returnCode(row.id),
    // Opens with the token of the order's emails, because the slip goes into the parcel.
    slipUrl: `${ctx.settings.publicUrl}/returns/${row.id}/slip.pdf?${tokenQuery(order, ctx.settings)}`,
    labelUrl: row.labelUrl,
    reason,
    bringsRefund: bringsRefund(order),
  };
  // A label has one email each time it is sent.
  const cause = kind === 'return_label' ? `${row.id} ${row.labelSentAt?.toISOString()}` : row.id;
  await enqueueMail(tx, ctx, { kind: returnMails[kind], orderId: order.id, to: order.email, cause, data });
}

/** Max emails per run. The rest follows with the next. */
const batch = 100;

/**
 * Enqueues the email about each refund that succeeded in the last 7 days, made by the shop or by a
 * person at the provider.
 */
export async function enqueueRefundEmails(ctx: Ctx): Promise<void> {
  for (const { id, amountCents, orderId } of await listRefundsWithoutEmail(ctx.db, batch)) {
    await inTransaction(ctx.db, async (tx) => {
      const order = await loadOrder(tx, orderId);
      const data = { ...orderHead(order, ctx.settings), amountCents, isFull: amountCents >= order.capturedCents };
      await enqueueMail(tx, ctx, { kind: orderRefunded, orderId, to: order.email, cause: id, data });
    });
  }
}

type Recipient = Pick<OrderView, 'email'>;
type SentMail = { kind: string; toAddress: string };

/**
 * Returns the address that gets a mail of an order if it is sent again: the order's email now.
 * Mails that are not about the order itself go to the address they had.
 */
export function resendAddress({ email }: Recipient, { kind, toAddress }: SentMail): string {
  const isReachable = email !== '' && !email.endsWith(undeliverableDomain);
  return isCustomerMail(kind) && isReachable ? oneLine(email) : toAddress;
}

/**
 * Reads the orders of mails, and returns the function that says which address gets a mail if it is
 * sent again.
 */
export async function resendAddresses(db: Db, mails: readonly { orderId: string | null }[]) {
  const ids = mails.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
  const emails = new Map((await listOrderEmails(db, ids)).map(({ id, email }) => [id, email]));
  return ({ orderId, ...mail }: SentMail & { orderId: string | null }) =>
    resendAddress({ email: emails.get(orderId ?? '') ?? '' }, mail);
}

/** Updates name and addresses in the data of a mail to those of the order now. */
const withContactOf = (order: OrderView) => (data: object) => {
  const { firstName, addressLines, billingLines } = contactLines(order);
  return {
    ...data,
    ...('firstName' in data ? { firstName } : {}),
    ...('addressLines' in data ? { addressLines } : {}),
    ...('billingLines' in data ? { billingLines } : {}),
  };
};

/** Sends the queued mails of an order to its email, after that was corrected. */
export async function redirectQueuedMails(tx: Db, ctx: Ctx, order: OrderView): Promise<void> {
  for (const mail of await listOrderMails(tx, order.id)) {
    const to = resendAddress(order, mail);
    if (mail.state !== 'queued' || to === mail.toAddress) continue;
    await resendMail({ ...ctx, db: tx }, mail.id, { to, data: withContactOf(order) });
  }
}

type Resend = { orderId: string; mailId: string };

/**
 * Sends an email of an order again, to the order's email and with its customer's name as they are
 * now. Returns the address. Refuses `no_mail` if it is another order's, and as `resendMail` does.
 */
export function resendOrderMail(
  ctx: Ctx,
  actor: Actor,
  { orderId, mailId }: Resend,
): Promise<Result<string, ResendRefusal>> {
  return inResultTransaction(ctx.db, async (tx): Promise<Result<string, ResendRefusal>> => {
    const mail = (await listOrderMails(tx, orderId)).find(({ id }) => id === mailId);
    if (mail === undefined) return refuse('no_mail');
    const order = await loadOrder(tx, orderId);
    const to = resendAddress(order, mail);
    const data = isCustomerMail(mail.kind) ? withContactOf(order) : undefined;
    const result = await resendMail({ ...ctx, db: tx }, mailId, { to, ...(data === undefined ? {} : { data }) });
    if (!result.ok) return result;
    const change = { action: 'order.resend_mail', before: null, after: { kind: mail.kind } };
    await recordChange(tx, actor, { ...change, subject: `order:${order.orderNumber}` });
    return ok(to);
  });
}
