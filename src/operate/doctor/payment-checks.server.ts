import { providerResponse } from '#modules/payments/provider-errors.server.ts';
import type { PaymentCheck } from '#modules/payments/payments.monitoring.server.ts';
import { createPayments, type Payments } from '#modules/payments/payments.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';

import { paymentChecks } from '../../app/monitoring-registry.server.ts';
import { fine, type Finding } from './finding.ts';

const namesShown = 5;

/** Returns the first names and how many more there are. */
function listed(names: readonly string[]): string {
  const more = names.length - namesShown;
  return `${names.slice(0, namesShown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

async function failed(db: Db, { readIntent }: Payments, check: PaymentCheck): Promise<Finding[]> {
  const unknown: string[] = [];
  for (const name of await check.payments(db)) {
    if (check.isUnknown === true || (await providerResponse(() => readIntent(name))) === 'unknown') unknown.push(name);
  }
  return unknown.length === 0 ? [] : [{ state: check.state, text: check.text(listed(unknown)) }];
}

/** Reports payments of this shop that the configured provider does not know. */
export async function paymentFindings(settings: Settings, db: Db): Promise<Finding[]> {
  const payments = createPayments({ settings, db, deliver: async () => 503 });
  const found: Finding[] = [];
  for (const check of paymentChecks) found.push(...(await failed(db, payments, check)));
  return found.length === 0 ? [fine('The payment provider recognizes this shop’s latest payments.')] : found;
}
