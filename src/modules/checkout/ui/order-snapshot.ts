import type { CheckoutSession } from './begin-checkout.ts';
import { snapshotKey, type CheckoutForm } from './form-storage.ts';

/** Stores the order as the shopper saw it, before the page can be left. */
export function keepSnapshot({ view, intentId }: CheckoutSession, form: CheckoutForm): void {
  const snapshot = {
    payment_intent_id: intentId,
    customer_info: form.contact,
    shipping_address: form.shipping,
    billing_address: form.billingSameAsShipping ? form.shipping : form.billing,
    delivery_instructions: form.deliveryInstructions,
    items: view.items,
    discount_code: view.code?.code ?? null,
    shipping_option: view.shippingOptions.find((option) => option.id === view.shippingOptionId) ?? null,
    order_calculation: {
      subtotal: view.subtotal,
      discountAmount: view.discountAmount,
      shippingAmount: view.shippingAmount,
      taxAmount: view.taxAmount,
      total: view.total,
    },
  };
  try {
    sessionStorage.setItem(snapshotKey, JSON.stringify(snapshot));
  } catch (error) {
    console.warn('The order could not be kept for the next page', error);
  }
}

/** Returns the snapshot of the order with this intent. A free order has no intent. */
export function readSnapshot(intentId: string | null): Record<string, unknown> | 'missing' | 'unreadable' {
  try {
    const text = sessionStorage.getItem(snapshotKey);
    if (text === null) return 'missing';
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return 'unreadable';
    return Reflect.get(parsed, 'payment_intent_id') === intentId ? { ...parsed } : 'missing';
  } catch {
    return 'unreadable';
  }
}
