import { messageStates } from '#modules/contact/contact-message.ts';
import { listMessages, countOpenMessages, type MessageRow } from '#modules/contact/inbox.server.ts';
import { shortMoment } from '#shared/shop-time.ts';

import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/messages.ts';
import { MessageBadge } from './components/badge.tsx';
import { List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Page } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const state = query.choice('state', messageStates);
  const list = await query.list((limits) => listMessages(ctx.db, { state, ...limits }));
  return { list, waiting: await countOpenMessages(ctx.db) };
});

const stateWords = { open: 'Open', answered: 'Answered', spam: 'Spam', all: 'All' };

const columns: Column<MessageRow>[] = [
  { title: 'Subject', isHead: true, to: ({ id }) => `/admin/messages/${id}`, render: ({ subject }) => subject },
  { title: 'From', render: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { title: 'Received', render: ({ createdAt }) => shortMoment(createdAt) },
  { title: 'State', render: (message) => <MessageBadge message={message} /> },
];

export default function MessagesPage({ loaderData: { list, waiting } }: Route.ComponentProps) {
  return (
    <Page title="Messages" lead={waiting === 0 ? 'Everyone has an answer.' : `${waiting} waiting for an answer.`}>
      <List
        list={list}
        caption="Messages"
        search={{ label: 'Words, name or e-mail' }}
        choices={[{ name: 'state', label: 'Show', options: optionsOf(stateWords) }]}
        empty={{
          title: 'No messages here',
          firstTitle: 'The inbox is empty',
          first: 'What visitors write on the contact page appears here.',
        }}
        columns={columns}
      />
    </Page>
  );
}
