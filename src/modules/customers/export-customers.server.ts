import { averageOrder } from '#modules/orders/sales-days.ts';
import { tagsText } from '#modules/team-notes/team-notes.ts';
import { csvOf, type Csv, type CsvColumn } from '#platform/http/csv.server.ts';
import { timeZone } from '#shared/shop-zone.ts';

import type { CustomerSummary } from './customers.ts';

const averageSpent = ({ spentCents, paidOrders }: CustomerSummary) =>
  averageOrder({ grossCents: spentCents, paidOrders });

const customerColumns = (): CsvColumn<CustomerSummary>[] => [
  { title: 'First name', kind: 'text', value: ({ firstName }) => firstName },
  { title: 'Last name', kind: 'text', value: ({ lastName }) => lastName },
  { title: 'Email', kind: 'text', value: ({ email }) => email },
  { title: 'Type', kind: 'text', value: ({ isGuest }) => (isGuest ? 'guest' : 'account') },
  { title: 'Role', kind: 'text', value: ({ role }) => role },
  { title: `First seen (${timeZone()})`, kind: 'date', value: ({ since }) => since },
  { title: 'Orders', kind: 'number', value: ({ orders }) => orders },
  { title: 'Paid orders', kind: 'number', value: ({ paidOrders }) => paidOrders },
  { title: 'Total spent (USD)', kind: 'money', value: ({ spentCents }) => spentCents },
  { title: 'Average order (USD)', kind: 'money', value: averageSpent },
  { title: `Last order (${timeZone()})`, kind: 'date', value: ({ lastOrderAt }) => lastOrderAt },
  { title: 'Tags', kind: 'text', value: ({ tags }) => tagsText(tags) },
];

/** Returns customers, which are read in batches, as CSV. */
export const customersCsv = (customers: AsyncIterable<CustomerSummary[]>): Csv => csvOf(customerColumns(), customers);
