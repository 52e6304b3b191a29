import { orderEvents } from '#modules/buying/orders/record/contract.ts';
import type { EventKind } from '#modules/ground/outgoing-webhooks/rules.ts';

/** Every kind of event that other systems may hear of, in the order of the form. */
export const shopEvents: readonly EventKind[] = Object.values(orderEvents);

export const eventNames = shopEvents.map(({ name }) => name);
