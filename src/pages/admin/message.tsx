import { answerInput, inboxRefusals } from '#modules/contact/inbox.schema.ts';
import { maxAnswerLength, referenceOf, type MessageMove } from '#modules/contact/contact-message.ts';
import { answerMessage, messageView, addInternalNote, moveMessages } from '#modules/contact/inbox.server.ts';
import type { ReplyRow } from '#modules/contact/inbox.queries.server.ts';
import { onlyRow } from '#shared/bulk-action.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { adminAction, withParsedFields, replyFromResult, type SentForm } from '../forms/form-action.server.ts';
import { ActionForm } from '../forms/action-form.tsx';
import type { Route } from './+types/message.ts';
import { titled } from './navigation.ts';
import { Badge, MessageBadge } from './components/badge.tsx';
import { recordLoadError } from './components/load-errors.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { DescriptionList, AdminPage, Panel } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, found }) => ({
  ...(await found((id) => messageView(ctx.db, id))),
  keys: { answer: crypto.randomUUID(), note: crypto.randomUUID() },
}));

const write = (writeMessage: typeof answerMessage, success: string) =>
  withParsedFields(answerInput, async ({ ctx, actor, id }, text) =>
    replyFromResult(await writeMessage(ctx, actor, { id, ...text }), inboxRefusals, {
      success,
      fields: { written_meanwhile: 'text' },
    }),
  );

const moves =
  (move: MessageMove, success: string) =>
  async ({ ctx, actor, id }: SentForm) => {
    const moved = await moveMessages(ctx, actor, { ids: [id], move });
    return replyFromResult(onlyRow(moved), inboxRefusals, success);
  };

export const action = adminAction('/admin/messages/:id', {
  answer: write(answerMessage, 'Reply sent.'),
  note: write(addInternalNote, 'Note saved.'),
  close: moves('done', 'Marked as answered.'),
  reopen: moves('reopen', 'Message reopened.'),
  spam: moves('spam', 'Moved to spam.'),
  inbox: moves('inbox', 'Moved to the inbox.'),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const page = { title: 'Message', what: 'message', back: { to: '/admin/messages', label: 'Messages' } };
export const meta = titled(page.title);
export const ErrorBoundary = recordLoadError(page);

const textField = { name: 'text', kind: 'lines', maxLength: maxAnswerLength } as const;

function Reply({ reply }: { reply: ReplyRow }) {
  const { kind, text, authorEmail, createdAt } = reply;
  return (
    <li className="rounded-xl bg-cream px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
        <Badge tone={kind === 'answer' ? 'good' : 'plain'}>{kind === 'answer' ? 'Email reply' : 'Internal note'}</Badge>
        <span className="wrap-anywhere">{`${authorEmail}, ${formatDateTime(createdAt)}`}</span>
      </p>
      <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </li>
  );
}

export default function MessagePage({ loaderData: { message, replies, keys } }: Route.ComponentProps) {
  const { id, name, email, subject, createdAt, handledAt } = message;
  const isOpen = handledAt === null;
  const seen = String(replies.length);
  // A form resets after its text is stored. The other form keeps its text.
  const stored = (kind: ReplyRow['kind']) => replies.filter((reply) => reply.kind === kind).length;
  return (
    <AdminPage
      title={<span className="wrap-anywhere">{subject}</span>}
      lead={<MessageBadge message={message} />}
      back={page.back}
      buttons={
        message.isSpam ? (
          <ActionForm name="inbox" submit="Move to inbox" look="second" />
        ) : (
          <>
            <ActionForm
              name={isOpen ? 'close' : 'reopen'}
              submit={isOpen ? 'Mark as answered' : 'Reopen'}
              look="second"
            />
            <ActionForm name="spam" submit="Mark as spam" look="second" />
          </>
        )
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
        <Panel title="Message">
          <DescriptionList
            facts={[
              ['From', name],
              ['Email', email],
              ['Received', formatDateTime(createdAt)],
              ['Reference', referenceOf(id)],
            ]}
          />
          <p dir="auto" className="mt-5 border-t border-line pt-5 whitespace-pre-line wrap-anywhere">
            {message.message}
          </p>
          {replies.length === 0 ? null : (
            <ol className="mt-6 space-y-3">
              {replies.map((reply) => (
                <Reply key={reply.id} reply={reply} />
              ))}
            </ol>
          )}
        </Panel>
        <div className="space-y-6">
          <Panel title="Reply by email">
            <ActionForm
              key={stored('answer')}
              name="answer"
              submit="Send reply"
              hidden={{ key: keys.answer, seen }}
              fields={[{ ...textField, label: `To ${email}`, rows: 8 }]}
            />
          </Panel>
          <Panel title="Internal note">
            <ActionForm
              key={stored('note')}
              name="note"
              submit="Save note"
              look="second"
              hidden={{ key: keys.note, seen }}
              fields={[{ ...textField, label: 'Only your team can see this', rows: 3 }]}
            />
          </Panel>
        </div>
      </div>
    </AdminPage>
  );
}
