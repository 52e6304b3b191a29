import { orderEvents } from '#modules/orders/order-record.schema.ts';
import type { EventKind } from '#modules/webhooks/webhooks.ts';

/** Event kinds that webhooks can receive, in the order of the form. */
export const shopEvents: readonly EventKind[] = Object.values(orderEvents);

export const eventNames = shopEvents.map(({ name }) => name);
