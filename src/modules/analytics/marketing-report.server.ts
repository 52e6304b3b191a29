import type { Db } from '#platform/db/database.server.ts';

import {
  reportBackInStock,
  reportCaptures,
  reportExitOffers,
  reportReminders,
  reportReviewRequests,
  reportUnsubscribed,
} from './marketing-report.queries.server.ts';

/** Reports what automated emails and discount codes brought since a moment. */
export async function marketingReport(db: Db, since: Date) {
  const [reminders, requests, captures, exits, backInStock, stopped] = await Promise.all([
    reportReminders(db, since),
    reportReviewRequests(db, since),
    reportCaptures(db, since),
    reportExitOffers(db, since),
    reportBackInStock(db, since),
    reportUnsubscribed(db, since),
  ]);
  return { reminders, requests, captures, exits, backInStock, stopped };
}
