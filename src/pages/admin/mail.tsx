import { shopMails } from '#app/mails.server.ts';
import { mailView, type NoBody } from '#modules/email/mail-log.server.ts';
import { longDay, shortMoment } from '#shared/shop-time.ts';

import type { Route } from './+types/mail.ts';
import { adminLoader } from './admin-loader.server.ts';
import { MailBadge } from './components/badge.tsx';
import { recordLoadError } from './components/load-errors.tsx';
import { DescriptionList, Page, Panel } from './components/page.tsx';
import { titled } from './navigation.ts';

export const loader = adminLoader(async ({ ctx, found }) => {
  const { html: _html, ...mail } = await found((id) => mailView(ctx.db, shopMails, id));
  return { mail };
});

const page = { title: 'Email', what: 'email', back: { to: '/admin/mails', label: 'Email log' } };
export const meta = titled(page.title);
export const ErrorBoundary = recordLoadError(page);

const noBodyTexts: Record<NoBody, string> = {
  secret: 'This email has a link that only its recipient may open, so nobody else can read it here.',
  erased: 'The text and the recipient of this email have been erased.',
  not_sent: 'This email has not been sent yet. You can read it here once it has.',
};

type Mail = Route.ComponentProps['loaderData']['mail'];

/** HTML and text of a mail as the recipient got them. */
function Body({ mail: { id, subject, state, text, noBody } }: { mail: Mail }) {
  if (noBody !== null) return <p className="text-soft">{noBodyTexts[noBody]}</p>;
  return (
    <>
      <p className="mb-4 text-soft">
        {state === 'sent'
          ? 'Links do nothing here: they belong to the recipient.'
          : 'It was sent like this before. Links do nothing here.'}
      </p>
      <iframe
        title={subject ?? 'Email'}
        src={`/admin/mails/${id}/html`}
        sandbox=""
        className="block h-[66rem] w-full rounded-xl border border-line"
      />
      <details className="mt-4">
        <summary className="inline-flex min-h-11 items-center text-berry hover:underline">Plain text part</summary>
        <pre className="rounded-xl bg-cream p-4 text-base whitespace-pre-wrap wrap-anywhere">{text}</pre>
      </details>
    </>
  );
}

/** One email of the log, as its recipient got it. */
export default function MailPage({ loaderData: { mail } }: Route.ComponentProps) {
  const { subject, kind, toAddress, createdAt, sentAt, attempts, lastError, erasedAt } = mail;
  return (
    <Page title={subject ?? kind} lead={<MailBadge mail={mail} />} back={page.back}>
      <div className="grid items-start gap-6 xl:grid-cols-[3fr_2fr]">
        <Panel title="Message">
          <Body mail={mail} />
        </Panel>
        <Panel title="Delivery">
          <DescriptionList
            facts={[
              ['To', toAddress === '' ? 'Erased' : toAddress],
              ['Written', shortMoment(createdAt)],
              ['Sent', sentAt === null ? 'Not yet' : shortMoment(sentAt)],
              ['Tries', String(attempts)],
              ...(lastError === null ? [] : ([['Last answer of the email server', lastError]] as const)),
            ]}
          />
          {toAddress === '' ? null : (
            <p className="mt-4 text-sm text-soft">{`Text and recipient are erased on ${longDay(erasedAt)}.`}</p>
          )}
        </Panel>
      </div>
    </Page>
  );
}
