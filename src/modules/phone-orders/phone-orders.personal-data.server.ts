import { retention } from '#content/retention.ts';
import { withdrawCart } from '#modules/checkout/checkout.server.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { eraseContactBefore, eraseContactOf, listPhoneOrdersOf, updateTakenBy } from './phone-orders.queries.server.ts';
import { phoneOrders } from './tables.server.ts';

export const phoneOrdersPersonalData: PersonalData = {
  columns: [phoneOrders.email, phoneOrders.customer, phoneOrders.shippingAddress, phoneOrders.createdBy],
  export: async ({ db }, { email }) => ({ takenByPhone: await listPhoneOrdersOf(db, email) }),
  /** Withdraws links that still wait, because nobody is left to pay. */
  async erase(tx, { email }, alias) {
    for (const { cartId } of await eraseContactOf(tx, email)) await withdrawCart(tx, cartId);
    await updateTakenBy(tx, email, alias);
  },
  retention: { phoneOrders: (db, daysAgo) => eraseContactBefore(db, daysAgo(retention.phoneOrderDays)) },
};
