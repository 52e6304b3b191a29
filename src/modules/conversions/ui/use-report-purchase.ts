import { useEffect } from 'react';

import type { OrderSummaryView } from '#modules/orders/order-record.ts';
import { hasTrackingConsent } from '#modules/accounts/ui/consent-store.ts';
import { call } from '#modules/api-client.ts';
import { goodsOf, purchaseEventId } from '#modules/shop-events/shop-event.ts';
import { track } from '#modules/shop-events/ui/ad-events.ts';
import { dollarsToCents } from '#shared/money.ts';
import { readStored, store } from '#ui/browser-storage.ts';

/**
 * True when this browser has reported the event before. If storage is unavailable, a reload reports
 * it again, and the vendor counts one event per id.
 */
function wasReported(eventId: string): boolean {
  const key = `told_${eventId}`;
  const isKnown = readStored(key) !== null;
  store(key, '1');
  return isKnown;
}

/**
 * Reports a purchase once, with the same event id in the browser and on the server. Failures are
 * ignored.
 */
function reportPurchase({ orderNumber, total, customer, email, shippingAddress, items }: OrderSummaryView): void {
  const eventId = purchaseEventId(orderNumber);
  if (!hasTrackingConsent() || wasReported(eventId)) return;
  const lines = items.map(({ product_id: productId, quantity }) => ({ productId, quantity }));
  const goods = goodsOf(lines, dollarsToCents(total));
  track({ name: 'Purchase', order_id: orderNumber, ...goods }, eventId);
  const { city, state, postalCode: zip, country } = shippingAddress;
  const { firstName: first_name, lastName: last_name, phone } = customer;
  void call('POST /track-meta-conversion', {
    event_name: 'Purchase',
    event_data: goods,
    user_data: { email, phone, first_name, last_name, city, state, zip, country },
    event_id: eventId,
    event_source_url: `${window.location.origin}/checkout-success`,
  });
}

/** Reports the order of the success page once it is loaded and paid. */
export function useReportPurchase(order: OrderSummaryView | null): void {
  useEffect(() => {
    if (order !== null && order.paymentStatus === 'paid') reportPurchase(order);
  }, [order]);
}
