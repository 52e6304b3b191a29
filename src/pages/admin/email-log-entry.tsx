import { shopMails } from '#app/mail-registry.server.ts';
import { mailView, type NoBody } from '#modules/email/mail-log.server.ts';
import { longDay, formatDateTime } from '#shared/shop-time.ts';

import type { Route } from './+types/email-log-entry.ts';
import { adminLoader } from './admin-loader.server.ts';
import { MailBadge } from './components/badge.tsx';
import { recordLoadError } from './components/load-errors.tsx';
import { DescriptionList, AdminPage, Panel } from './components/page.tsx';
import { titled } from './navigation.ts';

export const loader = adminLoader(async ({ ctx, found }) => {
  const { html: _html, ...mail } = await found((id) => mailView(ctx.db, shopMails, id));
  return { mail };
});

const page = { title: 'Email', what: 'email', back: { to: '/admin/mails', label: 'Email log' } };
export const meta = titled(page.title);
export const ErrorBoundary = recordLoadError(page);

const noBodyTexts: Record<NoBody, string> = {
  secret: 'This email contains a private link, so only its recipient can read it.',
  erased: 'The text and recipient of this email were erased.',
  not_sent: 'This email hasn’t been sent yet. You can read it here after it’s sent.',
};

type Mail = Route.ComponentProps['loaderData']['mail'];

/** HTML and text of a mail as the recipient got them. */
function Body({ mail: { id, subject, state, text, noBody } }: { mail: Mail }) {
  if (noBody !== null) return <p className="text-soft">{noBodyTexts[noBody]}</p>;
  return (
    <>
      <p className="mb-4 text-soft">
        {state === 'sent'
          ? 'Links are disabled here because they’re for the recipient.'
          : 'This is the version sent earlier. Links are disabled here.'}
      </p>
      <iframe
        title={subject ?? 'Email'}
        src={`/admin/mails/${id}/html`}
        sandbox=""
        className="block h-[66rem] w-full rounded-xl border border-line"
      />
      <details className="mt-4">
        <summary className="inline-flex min-h-11 items-center text-berry hover:underline">Plain-text version</summary>
        <pre dir="auto" className="rounded-xl bg-cream p-4 text-base whitespace-pre-wrap wrap-anywhere">
          {text}
        </pre>
      </details>
    </>
  );
}

/** One email of the log, as its recipient got it. */
export default function MailPage({ loaderData: { mail } }: Route.ComponentProps) {
  const { subject, kind, toAddress, createdAt, sentAt, attempts, lastError, erasedAt } = mail;
  return (
    <AdminPage title={subject ?? kind} lead={<MailBadge mail={mail} />} back={page.back}>
      <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
        <Panel title="Message">
          <Body mail={mail} />
        </Panel>
        <Panel title="Delivery">
          <DescriptionList
            facts={[
              ['To', toAddress === '' ? 'Erased' : toAddress],
              ['Created', formatDateTime(createdAt)],
              ['Sent', sentAt === null ? 'Not yet' : formatDateTime(sentAt)],
              ['Attempts', String(attempts)],
              ...(lastError === null ? [] : ([['Last response from the email server', lastError]] as const)),
            ]}
          />
          {toAddress === '' ? null : (
            <p className="mt-4 text-sm text-soft">{`Text and recipient will be erased on ${longDay(erasedAt)}.`}</p>
          )}
        </Panel>
      </div>
    </AdminPage>
  );
}
