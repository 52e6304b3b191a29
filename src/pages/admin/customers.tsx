import { useNavigation } from 'react-router';

import {
  listCustomers,
  type CustomerList,
  type CustomerQuery,
} from '#modules/owner/analytics/reports/customers/service.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import type { FormAnswer } from '#ui/form-answer.ts';
import { sendAnswer } from '#ui/send-form.ts';

import { formAction } from '../forms/action.server.ts';
import type { Route } from './+types/customers.ts';
import { changeRole } from './customers/change-role.server.ts';
import { CustomerCard } from './customers/customer-card.tsx';
import { kinds, listAddress, queryOf } from './customers/query.ts';
import { Empty } from './parts/empty.tsx';
import { Filters } from './parts/filters.tsx';
import { listFailed } from './parts/list-failed.tsx';
import { adminLoader } from './parts/loader.server.ts';
import { PageHeader } from './parts/page-header.tsx';
import { Pager } from './parts/pager.tsx';

export const loader = adminLoader(async ({ ctx, request }) => {
  const query = queryOf(request);
  return { query, list: await listCustomers(ctx.db, query) };
});

export const action = formAction({ role: changeRole });

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendAnswer({ serverAction }, 'Failed to update customer role');
}

function Nobody({ query }: { query: CustomerQuery }) {
  if (query.search !== '') return <Empty title="Nobody found">Search by any part of a name or an email.</Empty>;
  return (
    <Empty title={query.guests ? 'No guests yet' : 'No accounts yet'}>
      {query.guests ? 'Who buys without an account appears here.' : 'Who makes an account appears here.'}
    </Empty>
  );
}

type CardsProps = { list: CustomerList; query: CustomerQuery; answer: FormAnswer | undefined };

function Cards({ list: { customers, newer, older }, query, answer }: CardsProps) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <>
      <ul
        aria-label={query.guests ? 'Guests, newest first' : 'Customers, newest first'}
        aria-busy={isBusy}
        className={classes(
          'grid grid-cols-1 gap-3 transition-opacity duration-150 xl:grid-cols-2',
          isBusy && 'opacity-60',
        )}
      >
        {customers.map((customer) => (
          <CustomerCard key={customer.id} customer={customer} answer={answer} />
        ))}
      </ul>
      <Pager
        by="time"
        previous={newer === null ? null : listAddress(query, { before: newer })}
        next={older === null ? null : listAddress(query, { after: older })}
      />
    </>
  );
}

export default function CustomersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { query, list } = loaderData;
  return (
    <>
      <PageHeader title="Customers" answer={actionData}>
        <ButtonLink to={listAddress(query, {}, '.csv')} look="second" reloadDocument>
          Download CSV
        </ButtonLink>
      </PageHeader>
      <Filters
        search={{ label: 'Search', value: query.search, hint: 'Any part of a name or email' }}
        choices={[{ name: 'kind', label: 'Kind', value: query.guests ? 'guests' : 'accounts', options: kinds }]}
      />
      {list.customers.length === 0 ? <Nobody query={query} /> : <Cards list={list} query={query} answer={actionData} />}
    </>
  );
}

export const ErrorBoundary = listFailed({ title: 'Customers', failure: 'Failed to load customers' });
