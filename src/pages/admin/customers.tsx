import { useNavigation } from 'react-router';

import { listCustomers } from '#modules/analytics/customers.server.ts';
import { rangeRefusals } from '#shared/day-range.ts';

import { adminAction } from '../forms/form-action.server.ts';
import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/customers.ts';
import { changeRole } from './customers/change-role.server.ts';
import { customerColumns } from './customers/customer-columns.tsx';
import { customerQuery, sinceRange } from './customers/customer-query.server.ts';
import { listLoadError } from './components/load-errors.tsx';
import { List } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { FileLink, Page } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query, visitor }) => {
  const { customers, newer, older } = await listCustomers(ctx.db, await customerQuery(ctx, query));
  const since = sinceRange(query);
  const rangeProblem = since.ok ? null : rangeRefusals[since.reason];
  const list = { rows: customers, pages: query.pagesBetween(newer, older) };
  return { rangeProblem, list, filter: query.filter, ownId: visitor.user?.id ?? '' };
});

export const action = adminAction('/admin/customers', { role: changeRole });

const kinds = optionsOf({ all: 'All', accounts: 'Accounts', guests: 'Guests' });
const empty = {
  title: 'Nobody found',
  none: 'Search by any part of a name or email, an order number, or the last 6 digits or more of a phone number.',
  firstTitle: 'No customers yet',
  first: 'Who buys or makes an account appears here.',
};

export default function CustomersPage({ loaderData: { list, filter, rangeProblem, ownId } }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Page
      title="Customers"
      arrival="The customer’s data is erased, and they got an email about it."
      buttons={<FileLink to={`/admin/customers.csv${filter}`} />}
    >
      <List
        isLog
        list={list}
        search={{ label: 'Search', hint: 'Name, email, phone or order number' }}
        days={{ legend: 'First seen', problem: rangeProblem }}
        choices={[{ name: 'kind', label: 'Kind', options: kinds }]}
        empty={empty}
        caption="Customers, newest first"
        columns={customerColumns(ownId)}
        isBusy={isBusy}
      />
    </Page>
  );
}

export const ErrorBoundary = listLoadError({ title: 'Customers', failure: 'Failed to load customers' });
