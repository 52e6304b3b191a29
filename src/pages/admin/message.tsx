import { site } from '#content/site.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import { answerInput, inboxRefusals } from '#modules/contact/inbox/contract.ts';
import { longestAnswer, referenceOf } from '#modules/contact/inbox/rules.ts';
import {
  answerMessage,
  fileMessage,
  messageDesk,
  noteMessage,
  type ReplyRow,
} from '#modules/contact/inbox/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { shortMoment } from '#shared/moments.ts';
import { typedOf } from '#shared/typed.ts';
import { isUuid } from '#shared/uuid.ts';
import { TextAreaField } from '#ui/field.tsx';
import { isAnswered, sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/message.ts';
import { fieldsOf, misfit, refused, saved } from './forms/answer.ts';
import { SaveForm } from './forms/save-form.tsx';
import { Badge } from './parts/badge.tsx';
import { Facts } from './parts/facts.tsx';
import { NotOpened } from './parts/not-opened.tsx';
import { Notice } from './parts/notice.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const desk = isUuid(id) ? await messageDesk(ctx.db, id) : null;
  if (desk === null) throw new Response(null, { status: 404, statusText: 'Not Found' });
  return { ...desk, formKey: crypto.randomUUID() };
}

const said: Record<string, string> = {
  answer: 'Your answer is on its way.',
  note: 'The note is kept.',
  close: 'Filed as answered.',
  reopen: 'The message is open again.',
};

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const typed = typedOf(await request.formData());
  const { form = '' } = typed;
  const actor = actorOf(visitor);
  const gone = () => refused(form, { typed, message: inboxRefusals.gone });
  if (!isUuid(id)) return gone();
  if (form === 'close' || form === 'reopen') {
    const filed = await fileMessage(ctx, actor, { id, isOpen: form === 'reopen' });
    return filed.ok ? saved(form, said[form] ?? '') : refused(form, { typed, message: inboxRefusals[filed.reason] });
  }
  const parsed = answerInput.safeParse(typed);
  if (!parsed.success) return misfit(form, typed, parsed.error);
  const write = form === 'answer' ? answerMessage : noteMessage;
  const written = await write(ctx, actor, { id, ...parsed.data });
  return written.ok ? saved(form, said[form] ?? '') : refused(form, { typed, message: inboxRefusals[written.reason] });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `Message | Admin | ${site.name}` }];

function Reply({ reply }: { reply: ReplyRow }) {
  const { kind, text, authorEmail, createdAt } = reply;
  return (
    <li className="rounded-xl bg-cream px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
        <Badge tone={kind === 'answer' ? 'good' : 'plain'}>{kind === 'answer' ? 'Answer by mail' : 'Note'}</Badge>
        <span className="break-words">
          {authorEmail}, {shortMoment(createdAt)}
        </span>
      </p>
      <p className="mt-2 whitespace-pre-line break-words">{text}</p>
    </li>
  );
}

export default function MessagePage({ loaderData: { message, replies, formKey }, actionData }: Route.ComponentProps) {
  const { id, name, email, subject, createdAt, handledAt } = message;
  const answer = fieldsOf('answer', actionData, {});
  const note = fieldsOf('note', actionData, {});
  const isOpen = handledAt === null;
  return (
    <>
      <PageHeader
        title={<span className="break-words">{subject}</span>}
        lead={isOpen ? <Badge tone="active">Open</Badge> : <Badge tone="good">Answered</Badge>}
        back={{ to: '/admin/messages', label: 'Messages' }}
      >
        <SaveForm name={isOpen ? 'close' : 'reopen'} label={isOpen ? 'File as answered' : 'Open again'} look="second" />
      </PageHeader>
      <Notice outcome={actionData?.outcome} />
      <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
        <Panel title="Message">
          <Facts
            facts={[
              ['From', name],
              ['E-mail', email],
              ['Received', shortMoment(createdAt)],
              ['Reference', referenceOf(id)],
            ]}
          />
          <p className="mt-5 border-t border-line pt-5 whitespace-pre-line break-words">{message.message}</p>
          {replies.length === 0 ? null : (
            <ol className="mt-6 space-y-3">
              {replies.map((reply) => (
                <Reply key={reply.id} reply={reply} />
              ))}
            </ol>
          )}
        </Panel>
        <div className="space-y-6">
          <Panel title="Answer by mail">
            <SaveForm key={replies.length} name="answer" label="Send answer" values={{ key: formKey }}>
              <TextAreaField {...answer('text')} label={`To ${email}`} rows={8} maxLength={longestAnswer} />
            </SaveForm>
          </Panel>
          <Panel title="Note for admins">
            <SaveForm key={replies.length} name="note" label="Keep note" look="second" values={{ key: formKey }}>
              <TextAreaField {...note('text')} label="Only admins see it" rows={3} maxLength={longestAnswer} />
            </SaveForm>
          </Panel>
        </div>
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <NotOpened title="Message" what="message" back={{ to: '/admin/messages', label: 'Messages' }} />;
}
