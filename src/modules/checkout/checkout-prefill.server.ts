import { findProfile } from '#modules/accounts/accounts.queries.server.ts';
import { listAddresses } from '#modules/accounts/saved-addresses.queries.server.ts';
import { listOrdersOfCustomer } from '#modules/orders/orders.queries.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import { addressFromInput } from '#shared/address.ts';

/**
 * Returns what the checkout knows of a signed-in customer: the profile and the default address,
 * else those of the last order.
 */
export async function checkoutPrefill(db: Db, user: SignedInUser) {
  const [profile, [saved], [last]] = await Promise.all([
    findProfile(db, user.id),
    listAddresses(db, user.id),
    listOrdersOfCustomer(db, user, 1),
  ]);
  const address = saved ?? last?.shippingAddress;
  return {
    email: user.email,
    firstName: profile?.firstName ?? '',
    lastName: profile?.lastName ?? '',
    phone: profile?.phone ?? last?.customer.phone ?? '',
    shipping: address === undefined || address.street === '' ? null : addressFromInput(address),
  };
}
