import { retention } from '#content/retention.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { webhookDeliveries } from './tables.server.ts';
import { deleteDeliveriesBefore } from './webhooks.queries.server.ts';

export const webhooksPersonalData: PersonalData = {
  columns: [webhookDeliveries.body],
  retention: { webhookDeliveries: (db, daysAgo) => deleteDeliveriesBefore(db, daysAgo(retention.webhookDays)) },
};
