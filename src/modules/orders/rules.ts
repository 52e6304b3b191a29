import type { Cents } from '#shared/money.ts';

export type Customer = { firstName: string; lastName: string; phone: string };

export type Address = {
  street: string;
  line2?: string | undefined;
  city: string;
  state: string;
  postalCode: string;
  country: string;
};

export type OrderShipping = {
  id: string;
  name: string;
  description: string;
  priceCents: Cents;
  daysMin: number;
  daysMax: number;
};

export type OrderDiscount = { code: string; name: string; amountCents: Cents };

export type OrderStatus =
  | 'pending'
  | 'confirmed'
  | 'processing'
  | 'shipped'
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivered'
  | 'completed'
  | 'cancelled';

export type PaymentStatus = 'pending' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'not_required';

type Paid = { status: OrderStatus; paymentStatus: PaymentStatus; capturedCents: Cents };

/** The payment status once `returnedCents` went back. An order whose money is in doubt (status pending) does not become paid by it. */
export function paymentStatusAfter(
  { status, paymentStatus, capturedCents }: Paid,
  returnedCents: Cents,
): PaymentStatus {
  if (capturedCents <= 0) return paymentStatus;
  if (returnedCents >= capturedCents) return 'refunded';
  const unreturned = status === 'pending' ? 'pending' : 'paid';
  if (returnedCents > 0) return unreturned === 'paid' ? 'partially_refunded' : unreturned;
  return ['refunded', 'partially_refunded'].includes(paymentStatus) ? unreturned : paymentStatus;
}

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** 'HR-' and 8 characters without look-alikes, from at least 8 random bytes: 32^8 numbers, none tells of another. */
export function orderNumber(random: Uint8Array): string {
  return `HR-${Array.from(random.subarray(0, 8), (byte) => alphabet[byte % alphabet.length]).join('')}`;
}

export type OrderItem = {
  productId: string;
  name: string;
  imageUrl: string;
  quantity: number;
  unitPriceCents: Cents;
  discountCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
};

export type OrderEvent = {
  type: string;
  status: OrderStatus | null;
  message: string;
  location: string | null;
  at: Date;
};

export type OrderView = {
  id: string;
  checkoutId: string;
  orderNumber: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** Why a person must look at it before it ships; null when nothing is wrong. */
  holdReason: string | null;
  placedAt: Date;
  email: string;
  customer: Customer;
  shippingAddress: Address;
  billingAddress: Address;
  deliveryInstructions: string;
  shippingOption: OrderShipping | null;
  items: OrderItem[];
  discount: OrderDiscount | null;
  promotion: OrderDiscount | null;
  subtotalCents: Cents;
  discountCents: Cents;
  shippingCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
  /** What the provider took, and how much of it went back: revenue is the difference. */
  capturedCents: Cents;
  returnedCents: Cents;
  carrierName: string | null;
  trackingNumber: string | null;
  shippedAt: Date | null;
  deliveredAt: Date | null;
  events: OrderEvent[];
};

/** Days of delivery in words come from the option's business days; this is the day from which they are counted. */
export function deliveryStart(order: Pick<OrderView, 'placedAt' | 'shippedAt'>): Date {
  return order.shippedAt ?? order.placedAt;
}
