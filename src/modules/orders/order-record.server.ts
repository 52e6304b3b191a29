import { announce } from '#modules/webhooks/webhooks.server.ts';
import type { Db } from '#platform/db/database.server.ts';

import type { OrderView } from './order.ts';
import { orderEvents } from './order-record.schema.ts';
import { orderOnWire } from './order-record.ts';

type Happened = { kind: keyof typeof orderEvents; order: Omit<OrderView, 'events'>; refundId?: string };

/**
 * Enqueues a webhook event of an order in the transaction of its cause: once per order, and once
 * per refund.
 */
export function announceOrder(tx: Db, { kind, order, refundId = '' }: Happened): Promise<void> {
  const { id, orderNumber } = order;
  const data = { order: orderOnWire(order) };
  return announce(tx, orderEvents[kind], { subject: orderNumber, occurrence: `${id}:${refundId}`, data });
}
