import { createHash } from 'node:crypto';

import type { PastPayment } from '@halorosa/stripe-sandbox';

import type { SampleOrder, SampleState } from '#content/demo-orders.ts';
import { quote, type Contact, type QuoteVersion } from '#modules/checkout/quote.ts';
import { toIntentMetadata } from '#modules/checkout/stripe-intent.schema.ts';
import type { SoldProduct } from '#modules/catalog/product.ts';
import type { DiscountCode } from '#modules/discounts/discount-code.ts';
import type { OrderShipping } from '#modules/orders/order-record.ts';
import {
  hasShipped,
  paymentStatusAfter,
  returnableUntil,
  statusLabel,
  type OrderStatus,
} from '#modules/orders/order-status.ts';
import { splitReturn } from '#modules/orders/refund-split.ts';
import { returnCode, returnedValue, returnRefundKey, type ReturnStatus } from '#modules/orders/returns.ts';
import type {
  disputes,
  orderEvents,
  orderItems,
  orderReturns,
  orders,
  refunds,
} from '#modules/orders/tables.server.ts';
import { withoutEmpty } from '#modules/payments/metadata.ts';
import type { OrderTerms } from '#modules/settings/shop-promises.ts';
import type { TaxRate } from '#modules/tax/tax.ts';
import type { Address } from '#shared/address.ts';
import { basisPointsOf, formatUsd, type Cents } from '#shared/money.ts';

type Row<Table extends { $inferInsert: object }> = Table['$inferInsert'];

/** Rows of one sample order, as its steps would have written them. */
export type SampleRows = {
  order: Row<typeof orders> & { id: string };
  items: Row<typeof orderItems>[];
  events: Row<typeof orderEvents>[];
  refunds: Row<typeof refunds>[];
  disputes: Row<typeof disputes>[];
  returns: Row<typeof orderReturns>[];
  payment: PastPayment;
  /** True if the discount code counts as used. */
  usesCode: boolean;
};

export type SampleShop = {
  now: Date;
  orderPrefix: string;
  publicUrl: string;
  product: SoldProduct;
  options: { standard: OrderShipping; express: OrderShipping };
  code: DiscountCode;
  promises: OrderTerms;
};

export type SampleBuyer = { contact: Contact; address: Address; tax: TaxRate | null };

const dayMs = 24 * 60 * 60 * 1000;

/** Returns an id that is the same in every demo shop. */
function sampleId(name: string): string {
  const hex = createHash('sha256').update(`sample ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Returns a number such as HR-SAMPLE22, which names the sample on documents too. Its digits are
 * those of order numbers, 2 to 9.
 */
const sampleNumber = (prefix: string, index: number) =>
  `${prefix}-SAMPLE${Math.floor(index / 8) + 2}${(index % 8) + 2}`;

/** Days after the order at which each step happens. */
const stepDays = { processing: 0.5, shipped: 1.2, in_transit: 2.1, delivered: 4.2, out_for_delivery: 5.2 } as const;
const expressDays = 2.1;

/** Steps that lead to each state. */
const stepsTo: Record<SampleState, readonly (keyof typeof stepDays)[]> = {
  confirmed: [],
  processing: ['processing'],
  shipped: ['shipped'],
  in_transit: ['shipped', 'in_transit'],
  out_for_delivery: ['shipped', 'in_transit', 'out_for_delivery'],
  delivered: ['processing', 'shipped', 'delivered'],
  cancelled: [],
};

const digits = (index: number, length: number) =>
  String((index + 17) * 7_919_533)
    .repeat(3)
    .slice(0, length);

/** Returns a carrier of the country and a tracking number in its form. */
function shipmentTo(country: string, index: number): { carrierName: string; trackingNumber: string } {
  if (country === 'CA') return { carrierName: 'Canada Post', trackingNumber: digits(index, 16) };
  if (country === 'GB') return { carrierName: 'Royal Mail', trackingNumber: `RM${digits(index, 9)}GB` };
  if (country === 'AU') return { carrierName: 'Australia Post', trackingNumber: `AP${digits(index, 9)}AU` };
  if (index % 3 === 0) return { carrierName: 'USPS', trackingNumber: `94${digits(index, 20)}` };
  return { carrierName: 'UPS', trackingNumber: `1Z999AA1${digits(index, 10)}` };
}

type Build = { shop: SampleShop; sample: SampleOrder; buyer: SampleBuyer; index: number };

function quoteOf({ shop, sample, buyer }: Build): QuoteVersion {
  const shippingOption = sample.express ? shop.options.express : shop.options.standard;
  const lines = [{ product: shop.product, quantity: sample.units }];
  return {
    ...quote({ lines, code: sample.code ? shop.code : null, shippingOption, tax: buyer.tax }),
    contact: buyer.contact,
    shippingAddress: buyer.address,
    billingAddress: buyer.address,
    deliveryInstructions: sample.instructions ?? '',
    currency: 'usd',
    complete: true,
    promises: shop.promises,
  };
}

type Event = Omit<Row<typeof orderEvents>, 'orderId'> & { at: Date };

/** Collects what happened to an order, in the words of the functions that do it. */
class History {
  readonly placedAt: Date;
  readonly events: Event[];

  constructor(placedAt: Date) {
    this.placedAt = placedAt;
    this.events = [{ type: 'placed', message: 'Order placed', status: 'confirmed', at: placedAt }];
  }

  after(days: number): Date {
    return new Date(this.placedAt.getTime() + days * dayMs);
  }

  add(at: Date, type: string, message: string, status: OrderStatus | null = null): void {
    this.events.push({ at, type, message, status });
  }
}

/** Share of a payment that does not match its order, in cents. */
const missingCents = 500;

type Paid = { capturedCents: Cents; intentId: string };
type Returned = Pick<SampleRows, 'refunds' | 'returns'>;

/** Adds a refund that succeeded at a moment. */
function refundAt(
  history: History,
  { intentId }: Paid,
  refund: Omit<Row<typeof refunds>, 'paymentIntentId'>,
  at: Date,
) {
  history.add(at, 'refunded', `${formatUsd(refund.amountCents)} refunded`);
  return { ...refund, paymentIntentId: intentId, status: 'succeeded' as const, createdAt: at, updatedAt: at };
}

function refundOf({ sample, index }: Build, history: History, paid: Paid): Row<typeof refunds>[] {
  if (sample.refund === undefined) return [];
  const { share, reason } = sample.refund;
  const isAll = share === 'all';
  const at = history.after(sample.state === 'cancelled' ? 0.2 : 4.5);
  if (sample.state === 'cancelled') history.add(at, 'status', `Cancelled: ${reason}`, 'cancelled');
  const amountCents = isAll ? paid.capturedCents : basisPointsOf(paid.capturedCents, 5_000);
  const ids = { id: sampleId(`refund ${index}`), key: 'sample', providerId: `re_sample_${index}` };
  return [refundAt(history, paid, { ...ids, amountCents, reason }, new Date(at.getTime() + 60_000))];
}

const returnSteps = { requested: 0, label: 1, received: 2, refunded: 3, declined: 3 };
const returnStatusOf: Record<keyof typeof returnSteps, ReturnStatus> = {
  requested: 'requested',
  label: 'requested',
  received: 'received',
  refunded: 'refunded',
  declined: 'declined',
};

/** Adds the return of one unit up to its step. */
function returnOf(build: Build, history: History, paid: Paid & { items: SampleRows['items']; deliveredAt: Date }) {
  const { sample, shop, index } = build;
  const found: Returned = { refunds: [], returns: [] };
  if (sample.goesBack === undefined) return found;
  const { step, reason } = sample.goesBack;
  const done = returnSteps[step];
  const after = (days: number) => new Date(paid.deliveredAt.getTime() + days * dayMs);
  const id = sampleId(`return ${index}`);
  const lines = [{ productId: shop.product.id, quantity: 1 }];
  history.add(after(2), 'return_requested', 'Return of 1 unit requested');
  if (done >= 1) history.add(after(3), 'return_label', 'Return label sent');
  if (done >= 2) history.add(after(6), 'return_received', '1 unit came back, not into stock');
  if (step === 'declined') history.add(after(7), 'return_declined', 'Return closed without a refund: It was used');
  if (step === 'refunded') {
    const amountCents = returnedValue(itemsShown(paid.items), lines);
    history.add(after(7), 'return_refunded', `Return refunded with ${formatUsd(amountCents)}`);
    const ids = {
      id: sampleId(`refund ${index}`),
      providerId: `re_sample_${index}`,
      key: returnRefundKey(id, 'sample'),
    };
    const parts = { lines, shipping: false };
    const refund = { ...ids, amountCents, reason: `Return ${returnCode(id)}`, parts };
    found.refunds.push(refundAt(history, paid, refund, after(7.01)));
  }
  found.returns.push({
    id,
    orderId: sampleId(`order ${index}`),
    status: returnStatusOf[step],
    reason,
    lines,
    requestedAt: after(2),
    labelUrl: done >= 1 ? `https://labels.example/${returnCode(id)}` : null,
    labelSentAt: done >= 1 ? after(3) : null,
    receivedAt: done >= 2 ? after(6) : null,
    closedAt: done >= 3 ? after(7) : null,
  });
  return found;
}

const itemsShown = (items: SampleRows['items']) =>
  items.map((item) => ({ restockedQuantity: 0, ...item, imageUrl: item.imageUrl }));

/** Adds the hold of an order. Returns its columns. */
function holdOf({ sample: { held } }: Build, history: History) {
  if (held === undefined) return { holdReason: null };
  if (held.by === 'amount') {
    history.add(history.placedAt, 'held', 'Held for review: amount_mismatch');
    return {
      holdReason: 'amount_mismatch',
      status: 'pending',
      paymentStatus: 'pending',
      stockDeducted: false,
    } as const;
  }
  if (held.by === 'dispute') return { holdReason: 'dispute' };
  history.add(history.after(0.3), 'held', `Held: ${held.reason}`);
  return { holdReason: 'manual' };
}

function disputeOf({ sample, index }: Build, history: History, { intentId, capturedCents }: Paid) {
  if (sample.held?.by !== 'dispute') return null;
  const second = Math.floor(history.after(5).getTime() / 1000) * 1000;
  const at = new Date(second);
  history.add(at, 'dispute_opened', `${formatUsd(capturedCents)} disputed: fraudulent`);
  const terms = { reason: 'fraudulent', status: 'needs_response' } as const;
  const providerId = `dp_sample_${index}`;
  return {
    row: {
      id: sampleId(`dispute ${index}`),
      providerId,
      paymentIntentId: intentId,
      amountCents: capturedCents,
      ...terms,
      evidenceDueAt: new Date(second + 7 * dayMs),
      providerUpdatedAt: at,
      createdAt: at,
      updatedAt: at,
    },
    atProvider: { id: providerId, at, ...terms },
  };
}

/** Adds the steps of the shipment. Returns the columns that they leave. */
function shipmentOf({ sample, shop, buyer, index }: Build, history: History) {
  const steps = stepsTo[sample.state];
  const shipment = steps.includes('shipped') ? shipmentTo(buyer.address.country, index) : null;
  const dayOf = (step: keyof typeof stepDays) =>
    step === 'delivered' && sample.express ? expressDays : stepDays[step];
  for (const step of steps) {
    const words = shipment === null || !hasShipped(step) ? '' : `: ${shipment.carrierName} ${shipment.trackingNumber}`;
    history.add(history.after(dayOf(step)), 'status', `${statusLabel(step)}${words}`, step);
  }
  const deliveredAt = steps.includes('delivered') ? history.after(dayOf('delivered')) : null;
  const completedAt = deliveredAt === null ? null : returnableUntil(deliveredAt, shop.promises.returnWindowDays);
  const isCompleted = completedAt !== null && completedAt <= shop.now && sample.goesBack?.step !== 'received';
  if (isCompleted) history.add(completedAt, 'status', 'Completed', 'completed');
  const status: OrderStatus = isCompleted ? 'completed' : sample.state;
  return {
    status,
    carrierName: shipment?.carrierName ?? null,
    trackingNumber: shipment?.trackingNumber ?? null,
    shippedAt: shipment === null ? null : history.after(stepDays.shipped),
    deliveredAt,
  };
}

/** Returns the rows of a sample order and its payment, as the shop's own functions leave them. */
export function sampleRows(build: Build): SampleRows {
  const { shop, sample, buyer, index } = build;
  const orderId = sampleId(`order ${index}`);
  const checkoutId = sampleId(`checkout ${index}`);
  const number = sampleNumber(shop.orderPrefix, index);
  const quoted = quoteOf(build);
  const history = new History(new Date(shop.now.getTime() - sample.daysAgo * dayMs));
  const capturedCents = quoted.totalCents - (sample.held?.by === 'amount' ? missingCents : 0);
  const paid = { capturedCents, intentId: `pi_sample_${index}` };
  const isCancelled = sample.state === 'cancelled';
  const items = quoted.items.map(({ listPriceCents: _list, ...item }) => ({
    ...item,
    id: sampleId(`item ${index}`),
    orderId,
    restockedQuantity: isCancelled ? item.quantity : 0,
  }));
  const hold = holdOf(build, history);
  const shipment = shipmentOf(build, history);
  const dispute = disputeOf(build, history, paid);
  const { deliveredAt } = shipment;
  const back = deliveredAt === null ? null : returnOf(build, history, { ...paid, items, deliveredAt });
  const refunded = [...refundOf(build, history, paid), ...(back?.refunds ?? [])].map((refund) => ({
    ...refund,
    ...splitReturn({ ...quoted, capturedCents, items: itemsShown(items) }, [], {
      parts: null,
      isTax: false,
      ...refund,
    }),
  }));
  const returnedCents = refunded.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const { contact: _contact, shippingAddress: _to, billingAddress: _payer, code, items: _items, ...amounts } = quoted;
  const state = { status: shipment.status, paymentStatus: 'paid' as const, ...hold };
  const events = history.events.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return {
    order: {
      id: orderId,
      orderNumber: number,
      checkoutId,
      isSample: true,
      paymentIntentId: paid.intentId,
      paymentMode: 'sandbox',
      email: buyer.contact.email,
      customer: { firstName: buyer.contact.firstName, lastName: buyer.contact.lastName, phone: buyer.contact.phone },
      shippingAddress: buyer.address,
      billingAddress: buyer.address,
      deliveryInstructions: amounts.deliveryInstructions,
      shippingOption: amounts.shippingOption,
      couponDiscount: code === null ? null : { code: code.code, name: code.name, amountCents: code.amountCents },
      promotion: amounts.promotion,
      subtotalCents: amounts.subtotalCents,
      discountCents: amounts.discountCents,
      shippingCents: amounts.shippingCents,
      taxCents: amounts.taxCents,
      tax: amounts.tax,
      totalCents: amounts.totalCents,
      promises: shop.promises,
      capturedCents,
      returnedCents,
      returnedShippingCents: refunded.reduce((sum, { shippingCents }) => sum + shippingCents, 0),
      returnedTaxCents: refunded.reduce((sum, { taxCents }) => sum + taxCents, 0),
      paymentMethod: { type: 'card', brand: 'visa', last4: '4242', wallet: null },
      ...shipment,
      ...state,
      paymentStatus: paymentStatusAfter({ ...state, capturedCents }, returnedCents),
      version: events.length,
      placedAt: history.placedAt,
      updatedAt: events.at(-1)?.at ?? history.placedAt,
    },
    items,
    events: events.map((event, place) => ({
      ...event,
      id: sampleId(`event ${index} ${place}`),
      orderId,
      status: event.type === 'placed' ? (state.status === 'pending' ? 'pending' : 'confirmed') : event.status,
    })),
    refunds: refunded,
    disputes: dispute === null ? [] : [dispute.row],
    returns: back?.returns ?? [],
    payment: {
      id: paid.intentId,
      at: history.placedAt,
      amount: capturedCents,
      metadata: withoutEmpty({
        ...toIntentMetadata({ publicUrl: shop.publicUrl }, { orderNumber: number }, quoted),
        checkout_id: checkoutId,
        snapshot: '1',
      }),
      receipt_email: buyer.contact.email,
      shipping: null,
      card: { brand: 'visa', last4: '4242' },
      refunds: refunded.map(({ id = '', providerId, createdAt = shop.now, amountCents, reason = '' }) => ({
        id: providerId ?? '',
        at: createdAt,
        amount: amountCents,
        metadata: { refund_id: id, reason },
      })),
      dispute: dispute?.atProvider ?? null,
    },
    usesCode: code !== null && !isCancelled,
  };
}
