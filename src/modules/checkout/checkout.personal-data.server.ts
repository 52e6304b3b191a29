import { retention } from '#content/retention.ts';
import { eraseGuestCarts } from '#modules/cart/cart.queries.server.ts';
import { eraseVisitsOf, selectVisitsOf } from '#modules/conversions/conversions.queries.server.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';

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
    await eraseVisitsOf(tx, ids);
    await eraseCustomer(tx, ids);
  },
  retention: {
    checkouts: (db, daysAgo) => eraseOldQuotes(db, daysAgo(retention.checkoutDays)),
    checkoutPlaces: (db, daysAgo) => eraseOldAddresses(db, daysAgo(retention.checkoutDays)),
    guestCarts: (db, daysAgo) => eraseGuestCarts(db, daysAgo(retention.guestCartDays), hasNoLiveCheckout),
  },
};
