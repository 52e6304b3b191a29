import { Link, useRevalidator } from 'react-router';

import { publishedContent } from '#modules/content/content.server.ts';
import { hasDevMailbox, renderSample } from '#modules/email/mail-log.server.ts';
import { findMail, listNewestMails, type MailRow } from '#modules/email/mail-log.queries.server.ts';
import { shopMails } from '#app/mail-registry.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { isUuid } from '#shared/uuid.ts';
import { classes } from '#ui/classes.ts';
import { MailIcon } from '#ui/icons.tsx';
import { useInterval } from '#ui/timers.ts';

import { titled } from '../page-meta.ts';
import type { Route } from './+types/mailbox.ts';

export const meta = titled('Mailbox');

/** Lists mails of the dev mailbox. Only a demo shop without a mail server has one. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  if (!hasDevMailbox(ctx.settings)) throw notFound();
  const query = new URL(request.url).searchParams;
  const mails = await listNewestMails(ctx.db);
  const requested = query.get('mail') ?? '';
  const template = query.get('template');
  const open = template === null ? await mailToShow(ctx, requested, mails[0]?.id) : await templateMail(ctx, template);
  const isMissing = open === null && (requested !== '' || template !== null);
  if (isMissing) throw notFound();
  return {
    templates: shopMails.map(({ name }) => ({ kind: name, name: nameOf(name) })),
    mails: mails.map(({ id, subject, toAddress, state, createdAt }) => ({
      id,
      subject,
      toAddress,
      state,
      at: formatDateTime(createdAt),
    })),
    open: open === null ? null : { ...open, asText: query.get('part') === 'text' },
    isAsked: requested !== '' || template !== null,
  };
}

/** Mail as the page shows it. `query` is its query string, `frame` the address of its HTML. */
type Shown = Pick<MailRow, 'subject' | 'text' | 'lastError'> & { query: string; frame: string };

async function mailToShow({ db }: Ctx, requested: string, newest: string | undefined): Promise<Shown | null> {
  const id = isUuid(requested) ? requested : newest;
  const mail = id === undefined || (requested !== '' && id !== requested) ? null : await findMail(db, id);
  if (mail === null) return null;
  const { subject, text, lastError } = mail;
  return { subject, text, lastError, query: `mail=${mail.id}`, frame: `/mailbox/${mail.id}/html` };
}

async function templateMail(ctx: Ctx, kind: string): Promise<Shown | null> {
  const sample = { kinds: shopMails, name: kind, shopUrl: ctx.settings.publicUrl };
  const mail = await renderSample(sample, await publishedContent(ctx));
  if (mail === null) return null;
  const { subject, text } = mail;
  return { subject, text, lastError: null, query: `template=${kind}`, frame: `/mailbox/templates/${kind}/html` };
}

/** 'Order shipped' of `order_shipped`. */
function nameOf(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Loaded = Route.ComponentProps['loaderData'];
type Open = NonNullable<Loaded['open']>;

const untitled = 'A mail without a subject';
const stateWords = { queued: 'On its way', sent: 'Sent', failed: 'Failed' };

function Entry({ mail, isOpen }: { mail: Loaded['mails'][number]; isOpen: boolean }) {
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
        <span className="block break-words text-sm text-soft">{`To ${mail.toAddress}`}</span>
        <span className="block text-sm text-soft">{`${stateWords[mail.state]}, ${mail.at}`}</span>
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

/** Polls until the opened mail has been written. */
function useArrival(isWaiting: boolean): void {
  const { revalidate } = useRevalidator();
  useInterval(() => void revalidate(), isWaiting ? lookAgainMs : null);
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
      src={mail.frame}
      sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
      className="block h-[66rem] w-full"
    />
  );
}

function OpenMail({ mail }: { mail: Open }) {
  const address = `/mailbox?${mail.query}`;
  return (
    <section aria-label={mail.subject ?? untitled} className="min-w-0">
      {mail.lastError === null ? null : <p className="mb-3 text-berry">{`Last try: ${mail.lastError}`}</p>}
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

type Templates = { templates: Loaded['templates']; query: string | null };

/** All email templates with sample data. */
function Templates({ templates, query }: Templates) {
  return (
    <details open={query?.startsWith('template=')} className="rounded-2xl border border-line bg-white p-4">
      <summary className="min-h-6 cursor-pointer font-medium">All templates, with sample data</summary>
      <ul className="mt-3 space-y-1">
        {templates.map(({ kind, name }) => (
          <li key={kind}>
            <Link
              to={`/mailbox?template=${kind}`}
              preventScrollReset
              aria-current={query === `template=${kind}` ? 'true' : undefined}
              className="inline-block py-1.5 text-berry underline-offset-4 hover:underline aria-[current]:font-medium"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Nothing({ children }: { children: string }) {
  return (
    <p className="flex min-h-60 flex-col items-center justify-center gap-3 rounded-card border border-dashed border-line p-8 text-center text-soft">
      <MailIcon className="size-8 text-gold" />
      <span>{children}</span>
    </p>
  );
}

export default function MailboxPage({
  loaderData: { mails, templates, open, isAsked: isRequested },
}: Route.ComponentProps) {
  const query = open?.query ?? null;
  return (
    <div className="mx-auto max-w-6xl px-4 py-10 sm:px-6">
      <h1 className="text-5xl">Mailbox</h1>
      <p className="mb-8 mt-2 text-soft">Mails of this demo shop are kept here instead of being sent.</p>
      <div className="grid gap-8 lg:grid-cols-[21rem_1fr]">
        <div className={classes('min-w-0 space-y-4', isRequested && 'order-last lg:order-none')}>
          {mails.length === 0 ? null : (
            <ul aria-label="Mails, newest first" className="space-y-2">
              {mails.map((mail) => (
                <Entry key={mail.id} mail={mail} isOpen={query === `mail=${mail.id}`} />
              ))}
            </ul>
          )}
          <Templates templates={templates} query={query} />
        </div>
        {open === null ? (
          <Nothing>No mail yet. Place an order, and its confirmation arrives here.</Nothing>
        ) : (
          <OpenMail mail={open} />
        )}
      </div>
    </div>
  );
}
