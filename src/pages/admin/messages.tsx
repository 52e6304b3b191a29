import { Link } from 'react-router';

import { messageStates, type MessageMove, type MessageState } from '#modules/contact/contact-message.ts';
import { movesInput } from '#modules/contact/inbox.schema.ts';
import { moveMessages } from '#modules/contact/inbox.server.ts';
import { listMessages, countOpenMessages, type MessageRow } from '#modules/contact/inbox.queries.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { adminAction, withParsedFields } from '../forms/form-action.server.ts';
import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/messages.ts';
import { MessageBadge } from './components/badge.tsx';
import { DataTable, List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { AdminPage } from './components/page.tsx';
import { bulkReply, countedWords } from './components/bulk-reply.server.ts';
import { BulkForm, RowBox, useSelection, type Selection } from './components/selection.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const state = query.choice('state', messageStates);
  const list = await query.list((limits) => listMessages(ctx.db, { state, ...limits }));
  return { list, state, waiting: await countOpenMessages(ctx.db) };
});

const moved: Record<MessageMove, string> = {
  done: 'marked as answered',
  reopen: 'reopened',
  spam: 'moved to spam',
  inbox: 'moved to the inbox',
};

export const action = adminAction('/admin/messages', {
  bulk: withParsedFields(movesInput, async ({ ctx, actor }, { chosen, act }) => {
    const ids = chosen.map(({ id }) => id);
    const said = { one: 'message', many: 'messages', success: moved[act] };
    return bulkReply(await moveMessages(ctx, actor, { ids, move: act }), countedWords(said));
  }),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const stateWords = { open: 'Open', answered: 'Answered', spam: 'Spam', all: 'All' };

/** Bulk actions that can apply to the messages of a state. */
const acts: Record<MessageState, Partial<Record<MessageMove, string>>> = {
  open: { done: 'Mark as answered', spam: 'Mark as spam' },
  answered: { reopen: 'Reopen', spam: 'Mark as spam' },
  spam: { inbox: 'Not spam' },
  all: { done: 'Mark as answered', spam: 'Mark as spam' },
};

const columnsWith = (selection: Selection): Column<MessageRow>[] => [
  {
    title: 'Subject',
    sortBy: 'subject',
    isHead: true,
    render: ({ id, subject }) => (
      <div className="flex items-center gap-2">
        <RowBox selection={selection} id={id} value={id} label={`Select “${subject}”`} className="-ml-3 @3xl:ml-0" />
        <Link
          to={`/admin/messages/${id}`}
          className="py-1 font-medium wrap-anywhere text-berry underline-offset-4 hover:underline"
        >
          {subject}
        </Link>
      </div>
    ),
  },
  { title: 'From', sortBy: 'from', render: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { title: 'Received', sortBy: '-arrived', render: ({ createdAt }) => formatDateTime(createdAt) },
  { title: 'Status', render: (message) => <MessageBadge message={message} /> },
];

export default function MessagesPage({ loaderData: { list, state, waiting } }: Route.ComponentProps) {
  const selection = useSelection(list.rows.map(({ id }) => id));
  const columns = columnsWith(selection);
  return (
    <AdminPage title="Messages" lead={waiting === 0 ? 'All messages are answered.' : `${waiting} to answer.`}>
      <List
        list={list}
        search={{ label: 'Text, name or email' }}
        choices={[{ name: 'state', label: 'Show', options: optionsOf(stateWords) }]}
        sorts={columns}
        empty={{
          title: 'No matching messages',
          firstTitle: 'The inbox is empty',
          first: 'Messages from the contact page appear here.',
        }}
      >
        <BulkForm selection={selection} acts={acts[state]} />
        <DataTable
          caption="Messages"
          columns={columns}
          rows={list.rows}
          isMarked={({ id }) => selection.selected.has(id)}
        />
      </List>
    </AdminPage>
  );
}
