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

/** The tax of an order: added to the price, or the part that the price holds. */
export type OrderTax = { name: string; ratePpm: number; inclusive: boolean; amountCents: Cents };

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
  /** Tax that was added to the price. */
  taxCents: Cents;
  tax: OrderTax | null;
  totalCents: Cents;
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
