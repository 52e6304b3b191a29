import { customType } from 'drizzle-orm/pg-core';

import { readAddress, type Address } from '#shared/address.ts';

/** Column of a postal address as JSON. A part that was added later than its row reads as ''. */
export const addressColumn = customType<{ data: Address; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (address) => JSON.stringify(address),
  fromDriver: readAddress,
});
