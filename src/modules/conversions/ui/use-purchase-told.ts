import { useEffect } from 'react';

import type { OrderSummaryView } from '#modules/orders/order-record.ts';
import { isMeasured } from '#modules/accounts/ui/consent-store.ts';
import { call } from '#modules/calls.ts';
import { centsFrom } from '#shared/money.ts';
import { readStored, store } from '#ui/browser-storage.ts';

import { goodsOf, purchaseEventId } from '../shop-event.ts';
import { track } from './track.ts';

/** Without a memory a reload would tell twice; the event's name lets the advertiser count it once. */
function isTold(eventId: string): boolean {
  const key = `told_${eventId}`;
  const isKnown = readStored(key) !== null;
  store(key, '1');
  return isKnown;
}

/** Tells of a purchase once, under the same name in the browser and at the server; what fails is ignored. */
function tell({ orderNumber, total, customer, email, shippingAddress, items }: OrderSummaryView): void {
  const eventId = purchaseEventId(orderNumber);
  if (!isMeasured() || isTold(eventId)) return;
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

/** Tells of the order of the success page once it is known and paid. */
export function useReportPurchase(order: OrderSummaryView | null): void {
  useEffect(() => {
    if (order !== null && order.paymentStatus === 'paid') tell(order);
  }, [order]);
}
