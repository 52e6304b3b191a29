import type { CustomerDetails } from '#modules/customers/customers.server.ts';
import { returnCode, returnStage } from '#modules/orders/returns.ts';
import { shortDay } from '#shared/shop-time.ts';

import { MessageBadge, StateBadge, type State } from '../components/badge.tsx';
import { DataTable, type Column } from '../components/list.tsx';
import { Lines, Panel } from '../components/page.tsx';
import { orderColumns } from '../components/order-badges.tsx';
import { stageBadges } from '../orders/return-stages.ts';

type Return = CustomerDetails['returns'][number];
type Review = CustomerDetails['reviews'][number];
type Message = CustomerDetails['messages'][number];

const returnColumns: Column<Return>[] = [
  {
    title: 'Return',
    isHead: true,
    to: ({ orderNumber }) => `/admin/orders/${orderNumber}`,
    render: ({ id }) => returnCode(id),
  },
  { title: 'Order', render: ({ orderNumber }) => orderNumber },
  { title: 'Requested', render: ({ requestedAt }) => shortDay(requestedAt) },
  { title: 'State', render: (one) => <StateBadge of={stageBadges[returnStage(one)]} /> },
];

function reviewState({ isApproved, rejectedAt }: Review): State {
  if (isApproved) return ['good', 'Published'];
  return rejectedAt === null ? ['warn', 'Pending'] : ['plain', 'Rejected'];
}

const reviewColumns: Column<Review>[] = [
  {
    title: 'Review',
    isHead: true,
    render: ({ title, content }) => <span className="line-clamp-2">{title ?? content}</span>,
  },
  { title: 'Stars', isNumber: true, render: ({ rating }) => rating },
  { title: 'Written', render: ({ createdAt }) => shortDay(createdAt) },
  { title: 'State', render: (review) => <StateBadge of={reviewState(review)} /> },
];

const messageColumns: Column<Message>[] = [
  { title: 'Message', isHead: true, to: ({ id }) => `/admin/messages/${id}`, render: ({ subject }) => subject },
  { title: 'Received', render: ({ createdAt }) => shortDay(createdAt) },
  { title: 'State', render: (message) => <MessageBadge message={message} /> },
];

const nothing = (text: string) => <p className="text-soft">{text}</p>;

/** Recent orders, returns, reviews and messages. A guest's reviews name no email. */
export function CustomerRecords({ details, isGuest }: { details: CustomerDetails; isGuest: boolean }) {
  return (
    <>
      <Panel title="Recent orders">
        <DataTable
          caption="The newest orders"
          columns={orderColumns}
          rows={details.newestOrders}
          empty={nothing('No orders yet.')}
        />
      </Panel>
      <Panel title="Returns">
        <DataTable caption="Returns" columns={returnColumns} rows={details.returns} empty={nothing('No returns.')} />
      </Panel>
      {isGuest ? null : (
        <Panel title="Reviews">
          <DataTable caption="Reviews" columns={reviewColumns} rows={details.reviews} empty={nothing('No reviews.')} />
        </Panel>
      )}
      <Panel title="Messages">
        <DataTable
          caption="Messages"
          columns={messageColumns}
          rows={details.messages}
          empty={nothing('No messages.')}
        />
      </Panel>
    </>
  );
}

/** Addresses of the newest orders and of the account, the last shipped to first. */
export function Addresses({ addresses }: Pick<CustomerDetails, 'addresses'>) {
  return (
    <Panel title={addresses.length === 1 ? 'Address' : 'Addresses'}>
      {addresses.length === 0 ? (
        nothing('No address yet. It’s added with the first order.')
      ) : (
        <ul className="space-y-4">
          {addresses.map((lines) => (
            <li key={lines.join('\n')}>
              <Lines lines={lines} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
