import { useEffect } from 'react';
import { data, Link, useRevalidator } from 'react-router';

import { site } from '#content/site.ts';
import { keepsMails, mailById, newestMails, type MailRow } from '#modules/email/service.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { classes } from '#ui/classes.ts';
import { MailIcon } from '#ui/icons.tsx';

import type { Route } from './+types/mailbox.ts';

export const meta: Route.MetaFunction = () => [
  { title: `Mailbox | ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const written = (date: Date) => `${moment.format(date)} UTC`;

/** Mails that were kept instead of sent: only a demo shop without a mail server shows them. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  if (!keepsMails(ctx.settings)) throw data(null, { status: notFound().status });
  const query = new URL(request.url).searchParams;
  const asked = query.get('mail') ?? '';
  const mails = await newestMails(ctx.db);
  const id = uuid.test(asked) ? asked : mails[0]?.id;
  const mail = id === undefined ? null : await mailById(ctx.db, id);
  if (asked !== '' && mail?.id !== asked) throw data(null, { status: notFound().status });
  return {
    mails: mails.map(({ id, subject, toAddress, state, createdAt }) => ({
      id,
      subject,
      toAddress,
      state,
      at: written(createdAt),
    })),
    open: mail === null ? null : viewed(mail, query.get('part') === 'text'),
    isAsked: asked !== '',
  };
}

function viewed({ id, subject, text, lastError }: MailRow, asText: boolean) {
  return { id, subject, text, lastError, asText };
}

type Loaded = Route.ComponentProps['loaderData'];
type Summary = Loaded['mails'][number];
type Open = NonNullable<Loaded['open']>;

const untitled = 'A mail without a subject';
const stateWords = { queued: 'On its way', sent: 'Sent', failed: 'Failed' };

function Entry({ mail, isOpen }: { mail: Summary; isOpen: boolean }) {
  return (
    <li>
      <Link
        to={`/mailbox?mail=${mail.id}`}
        preventScrollReset
        aria-current={isOpen ? 'true' : undefined}
        className={classes(
          'block rounded-2xl border p-4 transition-colors duration-150 hover:border-berry',
          isOpen ? 'border-berry bg-blush' : 'border-line bg-white',
        )}
      >
        <span className="block font-medium">{mail.subject ?? untitled}</span>
        <span className="block break-words text-sm text-soft">To {mail.toAddress}</span>
        <span className="block text-sm text-soft">
          {stateWords[mail.state]}, {mail.at}
        </span>
      </Link>
    </li>
  );
}

function Part({ to, current, children }: { to: string; current: boolean; children: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={current ? 'page' : undefined}
      className={classes(
        'inline-flex min-h-11 items-center rounded-full px-5',
        current ? 'bg-berry text-white' : 'bg-white text-berry hover:bg-blush',
      )}
    >
      {children}
    </Link>
  );
}

const lookAgainMs = 1_500;

/** Looks again until the mail that is shown has been written. */
function useArrival(isWaiting: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void revalidate(), lookAgainMs);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
}

function MailBody({ mail }: { mail: Open }) {
  const isWaiting = mail.text === null && mail.lastError === null;
  useArrival(isWaiting);
  if (mail.text === null)
    return <p className="p-6">{isWaiting ? 'This mail is on its way...' : 'This mail is not out yet.'}</p>;
  if (mail.asText) return <pre className="whitespace-pre-wrap break-words p-6 text-base">{mail.text}</pre>;
  return (
    <iframe
      title={mail.subject ?? untitled}
      src={`/mailbox/${mail.id}/html`}
      sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
      className="block h-[66rem] w-full"
    />
  );
}

function OpenMail({ mail }: { mail: Open }) {
  const address = `/mailbox?mail=${mail.id}`;
  return (
    <section aria-label={mail.subject ?? untitled} className="min-w-0">
      {mail.lastError === null ? null : <p className="mb-3 text-berry">Last try: {mail.lastError}</p>}
      <nav aria-label="Parts of the mail" className="mb-4 flex gap-2">
        <Part to={address} current={!mail.asText}>
          Message
        </Part>
        <Part to={`${address}&part=text`} current={mail.asText}>
          Plain text
        </Part>
      </nav>
      <div className="overflow-hidden rounded-card border border-line bg-white">
        <MailBody mail={mail} />
      </div>
    </section>
  );
}

function Nothing({ children }: { children: string }) {
  return (
    <p className="flex min-h-60 flex-col items-center justify-center gap-3 rounded-card border border-dashed border-line p-8 text-center text-soft">
      <MailIcon className="size-8 text-gold" />
      {children}
    </p>
  );
}

export default function MailboxPage({ loaderData: { mails, open, isAsked } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6">
      <h1 className="text-5xl">Mailbox</h1>
      <p className="mb-8 mt-2 text-soft">Mails of this demo shop are kept here instead of being sent.</p>
      {mails.length === 0 ? (
        <Nothing>No mail yet. Place an order, and its confirmation arrives here.</Nothing>
      ) : (
        <div className="grid gap-8 lg:grid-cols-[21rem_1fr]">
          <ul aria-label="Mails, newest first" className={classes('space-y-2', isAsked && 'order-last lg:order-none')}>
            {mails.map((mail) => (
              <Entry key={mail.id} mail={mail} isOpen={mail.id === open?.id} />
            ))}
          </ul>
          {open === null ? null : <OpenMail mail={open} />}
        </div>
      )}
    </div>
  );
}
