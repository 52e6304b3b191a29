import { sql, type SQLWrapper } from 'drizzle-orm';

import { searchedParts } from '#platform/db/word-search.server.ts';

type Searched = Record<
  'orderNumber' | 'email' | 'customer' | 'shippingAddress' | 'trackingNumber' | 'deliveryInstructions',
  SQLWrapper
>;

/** Text that the order search covers. Phone numbers are only digits. */
export function searchedText(order: Searched) {
  const inAddress = (field: string) => sql`coalesce(${order.shippingAddress} ->> ${sql.raw(`'${field}'`)}, '')`;
  return searchedParts([
    order.orderNumber,
    order.email,
    sql`coalesce(${order.customer} ->> 'firstName', '') || ' ' || coalesce(${order.customer} ->> 'lastName', '')`,
    sql`translate(coalesce(${order.customer} ->> 'phone', ''), ' ()+./-', '')`,
    inAddress('postalCode'),
    sql`coalesce(${order.trackingNumber}, '')`,
    inAddress('city'),
    sql`${inAddress('street')} || ' ' || ${inAddress('line2')}`,
    order.deliveryInstructions,
  ]);
}
