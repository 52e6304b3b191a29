import { Link } from 'react-router';

import { messageStates, type MessageMove, type MessageState } from '#modules/contact/contact-message.ts';
import { inboxRefusals, movesInput } from '#modules/contact/inbox.schema.ts';
import { listMessages, countOpenMessages, moveMessages, type MessageRow } from '#modules/contact/inbox.server.ts';
import { shortMoment } from '#shared/shop-time.ts';

import { adminAction, parsed } from '../forms/form-action.server.ts';
import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/messages.ts';
import { MessageBadge } from './components/badge.tsx';
import { DataTable, List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Page } from './components/page.tsx';
import { bulkReply } from './components/bulk-reply.server.ts';
import { BulkForm, RowBox, useSelection, type Selection } from './components/selection.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const state = query.choice('state', messageStates);
  const list = await query.list((limits) => listMessages(ctx.db, { state, ...limits }));
  return { list, state, waiting: await countOpenMessages(ctx.db) };
});

const moved: Record<MessageMove, string> = {
  done: 'filed as answered',
  reopen: 'open again',
  spam: 'moved to spam',
  inbox: 'moved to the inbox',
};

export const action = adminAction('/admin/messages', {
  bulk: parsed(movesInput, async ({ ctx, actor }, { chosen, act }) => {
    const ids = chosen.map(({ id }) => id);
    const outcomes = await moveMessages(ctx, actor, { ids, move: act });
    const said = { one: 'message', many: 'messages', refusals: inboxRefusals, success: moved[act] };
    return bulkReply(
      outcomes.map(({ subject, ...outcome }) => ({ ...outcome, name: subject })),
      said,
    );
  }),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const stateWords = { open: 'Open', answered: 'Answered', spam: 'Spam', all: 'All' };

/** Bulk actions that can apply to the messages of a state. */
const acts: Record<MessageState, Partial<Record<MessageMove, string>>> = {
  open: { done: 'Done', spam: 'Spam' },
  answered: { reopen: 'Open again', spam: 'Spam' },
  spam: { inbox: 'Not spam' },
  all: { done: 'Done', spam: 'Spam' },
};

const columnsWith = (selection: Selection): Column<MessageRow>[] => [
  {
    title: 'Subject',
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
  { title: 'From', render: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { title: 'Received', render: ({ createdAt }) => shortMoment(createdAt) },
  { title: 'State', render: (message) => <MessageBadge message={message} /> },
];

export default function MessagesPage({ loaderData: { list, state, waiting } }: Route.ComponentProps) {
  const selection = useSelection(list.rows.map(({ id }) => id));
  return (
    <Page title="Messages" lead={waiting === 0 ? 'All messages answered.' : `${waiting} waiting for an answer.`}>
      <List
        list={list}
        search={{ label: 'Words, name or email' }}
        choices={[{ name: 'state', label: 'Show', options: optionsOf(stateWords) }]}
        empty={{
          title: 'No messages here',
          firstTitle: 'The inbox is empty',
          first: 'What visitors write on the contact page appears here.',
        }}
      >
        <BulkForm selection={selection} count={list.rows.length} acts={acts[state]} />
        <DataTable
          caption="Messages"
          columns={columnsWith(selection)}
          rows={list.rows}
          isMarked={({ id }) => selection.selected.has(id)}
        />
      </List>
    </Page>
  );
}
