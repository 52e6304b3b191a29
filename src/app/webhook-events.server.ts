import { orderEvents } from '#modules/orders/order-record.schema.ts';
import type { EventKind } from '#modules/webhooks/webhooks.ts';

/** Event kinds that webhooks can receive, in the order shown on the admin page. */
export const webhookEvents: readonly EventKind[] = Object.values(orderEvents);

export const eventNames = webhookEvents.map(({ name }) => name);
