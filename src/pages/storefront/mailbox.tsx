import { data } from 'react-router';
import { Link } from 'react-router';

import { mailById, newestMails } from '#modules/email/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { classes } from '#ui/classes.ts';

import type { Route } from './+types/mailbox.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Mailbox | halorosa' },
  { name: 'robots', content: 'noindex' },
];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Mails that were kept instead of sent: only a demo shop without a mail server shows them. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  if (ctx.settings.smtpUrl !== undefined || ctx.settings.shopMode !== 'demo') throw data(null, { status: notFound().status });
  const mails = await newestMails(ctx.db);
  const asked = new URL(request.url).searchParams.get('mail');
  const id = asked !== null && uuid.test(asked) ? asked : (mails[0]?.id ?? null);
  const mail = id === null ? null : await mailById(ctx.db, id);
  return {
    mails: mails.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() })),
    open: mail === null ? null : { id: mail.id, subject: mail.subject, toAddress: mail.toAddress, text: mail.text, state: mail.state },
  };
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

export default function MailboxPage({ loaderData: { mails, open } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-6xl px-4 pt-10 sm:px-6">
      <h1 className="text-5xl">Mailbox</h1>
      <p className="mt-2 text-soft">Mails of this demo shop are kept here instead of being sent.</p>
      {mails.length === 0 ? <p className="mt-10 text-lg">No mail yet.</p> : null}
      <div className="mt-8 grid gap-6 lg:grid-cols-[20rem_1fr]">
        <ul className="space-y-2">
          {mails.map((mail) => (
            <li key={mail.id}>
              <Link
                to={`/mailbox?mail=${mail.id}`}
                aria-current={mail.id === open?.id ? 'true' : undefined}
                className={classes('block rounded-2xl border bg-white p-4', mail.id === open?.id ? 'border-berry' : 'border-line')}
              >
                <span className="block font-medium">{mail.subject ?? 'On its way…'}</span>
                <span className="block break-words text-sm text-soft">{mail.toAddress}</span>
                <span className="block text-sm text-soft">{moment.format(new Date(mail.createdAt))} UTC</span>
              </Link>
            </li>
          ))}
        </ul>
        {open === null ? null : (
          <section aria-label="Mail" className="space-y-4">
            {open.state === 'sent' ? (
              <iframe
                title={open.subject ?? 'Mail'}
                src={`/mailbox/${open.id}/html`}
                className="h-[52rem] w-full rounded-card border border-line bg-white"
              />
            ) : (
              <p>This mail is still on its way: {open.state}.</p>
            )}
            <details>
              <summary className="min-h-11 text-berry underline">Plain text</summary>
              <pre className="overflow-x-auto whitespace-pre-wrap rounded-2xl bg-white p-5 text-sm">{open.text}</pre>
            </details>
          </section>
        )}
      </div>
    </div>
  );
}
