import { useEffect } from 'react';

import type { OrderSummaryView } from '#modules/orders/order-record.ts';
import { isMeasured } from '#modules/accounts/ui/consent-store.ts';
import { call } from '#modules/api-client.ts';
import { centsFrom } from '#shared/money.ts';
import { readStored, store } from '#ui/browser-storage.ts';

import { goodsOf, purchaseEventId } from '../shop-event.ts';
import { track } from './track.ts';

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
  if (!isMeasured() || wasReported(eventId)) return;
  const lines = items.map(({ product_id: productId, quantity }) => ({ productId, quantity }));
  const goods = goodsOf(lines, centsFrom(total));
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
