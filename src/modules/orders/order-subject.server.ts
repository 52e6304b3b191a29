import type { FindSubject } from '#modules/team-notes/team-notes.server.ts';

import { lockIfKnown } from './change-order.server.ts';

/** Finds an order that the team writes a note about. */
export const orderSubject =
  (orderNumber: string): FindSubject =>
  async (tx) => {
    const order = await lockIfKnown(tx, orderNumber);
    return order === null ? null : { kind: 'order', ids: [order.id], auditSubject: `order:${orderNumber}` };
  };
