import { retention } from '#content/retention.ts';
import { deleteGuestCarts } from '#modules/cart/cart.personal-data.server.ts';
import { deleteVisitsOf, selectVisitsOf } from '#modules/conversions/conversions.server.ts';
import type { PersonalData } from '#platform/db/personal-data.server.ts';

import {
  enqueueUnsoldPayments,
  eraseCustomer,
  eraseOldAddresses,
  eraseOldQuotes,
  hasNoLiveCheckout,
  hasPaymentUnderWay,
  listCheckoutsOfCustomer,
  lockIdleCheckouts,
} from './erase-checkouts.queries.server.ts';
import { checkoutQuotes, checkouts } from './tables.server.ts';

export const checkoutPersonalData: PersonalData = {
  columns: [checkouts.visitorIp, checkoutQuotes.body],
  async export({ db }, person) {
    const own = await listCheckoutsOfCustomer(db, person);
    const ids = own.map(({ id }) => id);
    return {
      checkouts: own.map(({ id: _id, ...checkout }) => checkout),
      agreedToAdvertising: await selectVisitsOf(db, ids),
    };
  },
  mustWait: hasPaymentUnderWay,
  async erase(tx, person) {
    const ids = await lockIdleCheckouts(tx, person);
    if (ids.length === 0) return;
    await enqueueUnsoldPayments(tx, ids);
    await deleteVisitsOf(tx, ids);
    await eraseCustomer(tx, ids);
  },
  retention: {
    checkouts: (db, daysAgo) => eraseOldQuotes(db, daysAgo(retention.checkoutDays)),
    checkoutPlaces: (db, daysAgo) => eraseOldAddresses(db, daysAgo(retention.checkoutDays)),
    guestCarts: (db, daysAgo) => deleteGuestCarts(db, daysAgo(retention.guestCartDays), hasNoLiveCheckout),
  },
};
