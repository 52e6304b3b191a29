import { recordChange } from '#modules/audit/audit-log.server.ts';
import { listMails, mailStates, type LoggedMail, findMail } from '#modules/email/mail-log.queries.server.ts';
import { resendMail } from '#modules/email/resend-mail.server.ts';
import { findOrder } from '#modules/orders/orders.queries.server.ts';
import { resendAddresses, resendOrderMail } from '#modules/orders/send-order-emails.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { final, adminAction, replyFromResult } from '../forms/form-action.server.ts';
import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/email-log.ts';
import { ActionForm } from '../forms/action-form.tsx';
import { ConfirmedForm } from './components/collapsible-form.tsx';
import { MailBadge, mailStateBadges, stateLabels } from './components/badge.tsx';
import { List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { dismiss } from './dismiss-mail.server.ts';
import { AdminPage } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const state = query.choice('state', mailStates);
  const list = await query.list((limits) => listMails(ctx.db, { state, ...limits }));
  const resentTo = await resendAddresses(ctx.db, list.rows);
  return { list: { ...list, rows: list.rows.map((mail) => ({ ...mail, resentTo: resentTo(mail) })) } };
});

type ListedMail = LoggedMail & { resentTo: string };

const refusals = {
  no_mail: 'This email no longer exists.',
  on_its_way: 'This email is still queued. The shop will retry automatically.',
  content_erased: 'The text of this email was deleted, so it can’t be sent again.',
  comes_once: 'This email promises to be sent only once, so it can’t be sent again.',
} as const;

export const action = adminAction('/admin/mails', {
  resend: final(async ({ ctx, actor, id }) => {
    const orderId = (await findMail(ctx.db, id))?.orderId ?? null;
    if (orderId !== null && (await findOrder(ctx.db, orderId)) !== null)
      return replyFromResult(
        await resendOrderMail(ctx, actor, { orderId, mailId: id }),
        refusals,
        'Email queued to send again.',
      );
    const sent = await inTransaction(ctx.db, async (tx) => {
      const again = await resendMail({ ...ctx, db: tx }, id);
      if (!again.ok) return again;
      const after = { kind: (await findMail(tx, id))?.kind };
      await recordChange(tx, actor, { action: 'mail.resend', subject: `mail:${id}`, before: null, after });
      return again;
    });
    return replyFromResult(sent, refusals, 'Email queued to send again.');
  }),
  dismiss,
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

function When({ mail: { createdAt, sentAt, attempts, lastError } }: { mail: LoggedMail }) {
  return (
    <div className="min-w-0 max-md:text-right">
      <p className="@3xl:whitespace-nowrap">{formatDateTime(sentAt ?? createdAt)}</p>
      {lastError === null ? null : (
        <p className="text-sm wrap-anywhere text-wine">
          {`${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${lastError}`}
        </p>
      )}
    </div>
  );
}

function Again({ mail: { id, state, dismissedAt, subject, toAddress, resentTo } }: { mail: ListedMail }) {
  if (state === 'queued') return null;
  const to = resentTo === toAddress ? 'the same address' : resentTo;
  return (
    <>
      <ConfirmedForm
        label="Send again…"
        question={`Send “${subject ?? 'this email'}” again to ${to}?`}
        name="resend"
        id={id}
        submit="Send again"
      />
      {state === 'failed' && dismissedAt === null ? (
        <ActionForm name="dismiss" id={id} submit="Dismiss" look="quiet" />
      ) : null}
    </>
  );
}

const columns: Column<ListedMail>[] = [
  {
    title: 'Subject',
    isHead: true,
    render: ({ subject, kind }) => subject ?? kind,
    to: ({ id }) => `/admin/mails/${id}`,
  },
  { title: 'To', sortBy: 'to', render: ({ toAddress }) => <span className="break-all">{toAddress}</span> },
  { title: 'Status', render: (mail) => <MailBadge mail={mail} /> },
  { title: 'Date', sortBy: '-when', render: (mail) => <When mail={mail} /> },
  { title: 'Actions', render: (mail) => <Again mail={mail} /> },
];

export default function MailsPage({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <AdminPage title="Email log" lead="All sent and queued emails, with the email server’s response.">
      <List
        list={list}
        caption="Email log"
        search={{ label: 'Subject or email' }}
        choices={[{ name: 'state', label: 'Status', options: optionsOf(stateLabels(mailStateBadges), 'All') }]}
        empty={{ title: 'No matching emails', first: 'Emails appear here after the first order or sign-up.' }}
        columns={columns}
      />
    </AdminPage>
  );
}
