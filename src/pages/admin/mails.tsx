import { recordChange } from '#modules/audit/audit-log.server.ts';
import { listMails, mailStates, type LoggedMail, findMail } from '#modules/email/mail-log.server.ts';
import { resendMail } from '#modules/email/send-mail.server.ts';
import { findOrder } from '#modules/orders/orders.server.ts';
import { resendAddresses, resendOrderMail } from '#modules/orders/send-order-emails.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { shortMoment } from '#shared/shop-time.ts';

import { adminAction, replyTo } from '../forms/form-action.server.ts';
import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/mails.ts';
import { ActionForm } from '../forms/action-form.tsx';
import { ConfirmedForm } from './components/folded-form.tsx';
import { MailBadge, mailStateBadges, stateLabels } from './components/badge.tsx';
import { List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { dismiss } from './dismiss-mail.server.ts';
import { Page } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const state = query.choice('state', mailStates);
  const list = await query.list((limits) => listMails(ctx.db, { state, ...limits }));
  const resentTo = await resendAddresses(ctx.db, list.rows);
  return { list: { ...list, rows: list.rows.map((mail) => ({ ...mail, resentTo: resentTo(mail) })) } };
});

type ListedMail = LoggedMail & { resentTo: string };

const refusals = {
  no_mail: 'This email does not exist any more.',
  on_its_way: 'This email is still on its way: the shop tries again by itself.',
  content_erased: 'The text of this email is not kept any more.',
  comes_once: 'This email tells its reader that it comes once: it is not sent again.',
} as const;

export const action = adminAction('/admin/mails', {
  async resend({ ctx, actor, id }) {
    const orderId = (await findMail(ctx.db, id))?.orderId ?? null;
    if (orderId !== null && (await findOrder(ctx.db, orderId)) !== null)
      return replyTo(await resendOrderMail(ctx, actor, { orderId, mailId: id }), refusals, 'The email goes out again.');
    const sent = await inTransaction(ctx.db, async (tx) => {
      const again = await resendMail({ ...ctx, db: tx }, id);
      if (!again.ok) return again;
      const after = { kind: (await findMail(tx, id))?.kind };
      await recordChange(tx, actor, { action: 'mail.resend', subject: `mail:${id}`, before: null, after });
      return again;
    });
    return replyTo(sent, refusals, 'The email goes out again.');
  },
  dismiss,
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

function When({ mail: { createdAt, sentAt, attempts, lastError } }: { mail: LoggedMail }) {
  return (
    <div className="min-w-0 max-md:text-right">
      <p className="@3xl:whitespace-nowrap">{shortMoment(sentAt ?? createdAt)}</p>
      {lastError === null ? null : (
        <p className="text-sm wrap-anywhere text-wine">
          {`${attempts} ${attempts === 1 ? 'try' : 'tries'}: ${lastError}`}
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
        question={`Send “${subject ?? 'this email'}” once more to ${to}?`}
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
  { title: 'To', render: ({ toAddress }) => <span className="break-all">{toAddress}</span> },
  { title: 'State', render: (mail) => <MailBadge mail={mail} /> },
  { title: 'When', render: (mail) => <When mail={mail} /> },
  { title: 'Again', render: (mail) => <Again mail={mail} /> },
];

export default function MailsPage({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <Page title="Email log" lead="Every email that was sent or is on its way, with the answer of the email server.">
      <List
        list={list}
        caption="Email log"
        search={{ label: 'Subject or email' }}
        choices={[{ name: 'state', label: 'State', options: optionsOf(stateLabels(mailStateBadges), 'All') }]}
        empty={{ title: 'No emails here', first: 'The first order or sign-up brings one.' }}
        columns={columns}
      />
    </Page>
  );
}
