import { Link } from 'react-router';

import { site } from '#content/site.ts';
import { messageStates } from '#modules/after/contact/inbox/rules.ts';
import { messagesOf, openMessages, type MessageRow } from '#modules/after/contact/inbox/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { shortMoment } from '#shared/moments.ts';

import type { Route } from './+types/messages.ts';
import { askedOf, neighbours, pageSize, slice } from './forms/listing.ts';
import { Badge } from './parts/badge.tsx';
import { DataTable, type Column } from './parts/data-table.tsx';
import { Empty } from './parts/empty.tsx';
import { Filters } from './parts/filters.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Pager } from './parts/pager.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const asked = askedOf(request);
  const state = asked.choice('state', messageStates);
  const limit = { limit: pageSize + 1, offset: (asked.page - 1) * pageSize };
  const { rows, hasMore } = slice(await messagesOf(ctx.db, { q: asked.q, state, ...limit }));
  const pages = neighbours(request, asked.page, hasMore);
  return { messages: rows, state, q: asked.q, pages, waiting: await openMessages(ctx.db) };
}

export const meta: Route.MetaFunction = () => [{ title: `Messages | Admin | ${site.name}` }];

const stateWords = { open: 'Open', answered: 'Answered', all: 'All' };

const columns: Column<MessageRow>[] = [
  {
    title: 'Subject',
    isHead: true,
    render: ({ id, subject }) => (
      <Link
        to={`/admin/messages/${id}`}
        className="py-1 font-medium break-words text-berry underline underline-offset-4"
      >
        {subject}
      </Link>
    ),
  },
  { title: 'From', render: ({ name }) => <span className="break-words">{name}</span> },
  { title: 'Received', render: ({ createdAt }) => shortMoment(createdAt) },
  {
    title: 'State',
    render: ({ handledAt }) =>
      handledAt === null ? <Badge tone="active">Open</Badge> : <Badge tone="good">Answered</Badge>,
  },
];

export default function MessagesPage({ loaderData: { messages, state, q, pages, waiting } }: Route.ComponentProps) {
  const isInbox = state === 'open' && q === '';
  return (
    <>
      <PageHeader
        title="Messages"
        lead={waiting === 0 ? 'Everyone has an answer.' : `${waiting} waiting for an answer.`}
      />
      <Filters
        search={{ label: 'Words, name or e-mail', value: q }}
        choices={[
          {
            name: 'state',
            label: 'Show',
            value: state,
            options: messageStates.map((value) => ({ value, label: stateWords[value] })),
          },
        ]}
      />
      {messages.length === 0 ? (
        <Empty title={isInbox ? 'The inbox is empty' : 'No messages here'}>
          {isInbox ? 'What visitors write on the contact page appears here.' : 'Nothing fits this search.'}
        </Empty>
      ) : (
        <DataTable caption="Messages" columns={columns} rows={messages} rowKey={({ id }) => id} />
      )}
      <Pager {...pages} />
    </>
  );
}
