import { site } from '#content/site.ts';
import { recordChange } from '#modules/ground/audit/service.server.ts';
import { mailsOf, mailStates, type LoggedMail } from '#modules/ground/email/log/service.server.ts';
import { mailById, resendMail } from '#modules/ground/email/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { shortMoment } from '#shared/moments.ts';
import { isAnswered, sendAnswer } from '#ui/send-form.ts';

import { formAction, told } from '../forms/action.server.ts';
import { ActionForm } from '../forms/action-form.tsx';
import { PageNotice } from '../forms/notice.tsx';
import type { Route } from './+types/mails.ts';
import { AskOnce } from './forms/ask-once.tsx';
import { askedOf, neighbours, pageSize, slice } from './forms/listing.ts';
import { Pager } from './parts/pager.tsx';
import { Badge, type Tone } from './parts/badge.tsx';
import { DataTable, type Column } from './parts/data-table.tsx';
import { Empty } from './parts/empty.tsx';
import { Filters } from './parts/filters.tsx';
import { PageHeader } from './parts/page-header.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const asked = askedOf(request);
  const state = asked.choice('state', mailStates);
  const limit = { limit: pageSize + 1, offset: (asked.page - 1) * pageSize };
  const { rows, hasMore } = slice(await mailsOf(ctx.db, { q: asked.q, state, ...limit }));
  return { mails: rows, asked: [...mailStates], state, q: asked.q, pages: neighbours(request, asked.page, hasMore) };
}

const refusals = {
  no_mail: 'There is no such mail any more.',
  on_its_way: 'This mail is still on its way: the shop tries again by itself.',
  not_kept: 'The text of this mail is not kept any more.',
} as const;

export const action = formAction({
  async resend({ ctx, actor, id }) {
    const sent = await inTransaction(ctx.db, async (tx) => {
      const again = await resendMail({ ...ctx, db: tx }, id);
      if (!again.ok) return again;
      const after = { kind: (await mailById(tx, id))?.kind };
      await recordChange(tx, actor, { action: 'mail.resend', subject: `mail:${id}`, before: null, after });
      return again;
    });
    return told(sent, refusals, 'The mail goes out again.');
  },
});
export const clientAction = sendAnswer;
export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `E-mail log | Admin | ${site.name}` }];

const states: Record<LoggedMail['state'], { tone: Tone; label: string }> = {
  queued: { tone: 'active', label: 'On its way' },
  sent: { tone: 'good', label: 'Sent' },
  failed: { tone: 'warn', label: 'Failed' },
};

function When({ mail: { createdAt, sentAt, attempts, lastError } }: { mail: LoggedMail }) {
  return (
    <div className="min-w-0 max-md:text-right">
      <p className="@3xl:whitespace-nowrap">{shortMoment(sentAt ?? createdAt)}</p>
      {lastError === null ? null : (
        <p className="text-sm break-words text-wine">
          {attempts} {attempts === 1 ? 'try' : 'tries'}: {lastError}
        </p>
      )}
    </div>
  );
}

function Again({ mail: { id, state, subject } }: { mail: LoggedMail }) {
  if (state === 'queued') return null;
  return (
    <AskOnce label="Send again…" question={`Send “${subject ?? 'this mail'}” once more to the same address?`}>
      <ActionForm name="resend" id={id} submit="Send again" look="second" />
    </AskOnce>
  );
}

const columns: Column<LoggedMail>[] = [
  {
    title: 'Subject',
    isHead: true,
    render: ({ subject, kind }) => <span className="font-medium break-words">{subject ?? kind}</span>,
  },
  { title: 'To', render: ({ toAddress }) => <span className="break-all">{toAddress}</span> },
  { title: 'State', render: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge> },
  { title: 'When', render: (mail) => <When mail={mail} /> },
  { title: 'Again', render: (mail) => <Again mail={mail} /> },
];

export default function MailsPage({ loaderData: { mails, asked, state, q, pages }, actionData }: Route.ComponentProps) {
  const options = asked.map((value) => ({ value, label: value === '' ? 'All' : states[value].label }));
  return (
    <>
      <PageHeader
        title="E-mail log"
        lead="Everything the shop has mailed or still owes, with what the mail server said."
      />
      <PageNotice answer={actionData} />
      <Filters
        search={{ label: 'Subject or address', value: q }}
        choices={[{ name: 'state', label: 'State', value: state, options }]}
      />
      {mails.length === 0 ? (
        <Empty title="No mails here">
          {q === '' && state === '' ? 'The first order or sign-up brings one.' : 'Nothing fits this search.'}
        </Empty>
      ) : (
        <DataTable caption="E-mail log" columns={columns} rows={mails} rowKey={({ id }) => id} />
      )}
      <Pager {...pages} />
    </>
  );
}
