import { sql, type SQLWrapper } from 'drizzle-orm';

import { searchedParts } from '#platform/db/word-search.server.ts';

type Searched = Record<'orderNumber' | 'email' | 'customer' | 'shippingAddress' | 'trackingNumber', SQLWrapper>;

/** Text that the order search covers. Phone numbers are only digits. */
export const searchedText = ({ orderNumber, email, customer, shippingAddress, trackingNumber }: Searched) =>
  searchedParts([
    orderNumber,
    email,
    sql`coalesce(${customer} ->> 'firstName', '') || ' ' || coalesce(${customer} ->> 'lastName', '')`,
    sql`translate(coalesce(${customer} ->> 'phone', ''), ' ()+./-', '')`,
    sql`coalesce(${shippingAddress} ->> 'postalCode', '')`,
    sql`coalesce(${trackingNumber}, '')`,
  ]);
