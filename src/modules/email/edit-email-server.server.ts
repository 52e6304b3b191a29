import type { Actor } from '#modules/audit/audit-log.ts';
import { connectionHints, editConnection, readConnections } from '#modules/settings/connections.server.ts';
import { lastFour, type ConnectionValues } from '#modules/settings/connections.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { environmentSchema } from '#platform/env/environment.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { rejectedConnection } from './check-server.server.ts';
import type { EmailServerInput, EmailServerRefusal } from './email-server.schema.ts';

type Values = ConnectionValues['email'];
type Server = { host: string; port: string; user: string; password: string };

/** Port on which a server expects TLS from the first byte. */
const tlsPort = '465';
const usualPort = '587';

/** Returns the parts of an email server's URL. */
function serverOf(smtpUrl: string): Server {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  return {
    host: hostname,
    port: port === '' ? (protocol === 'smtps:' ? tlsPort : usualPort) : port,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}

/** Returns the URL of an email server, or null if its name or port is invalid. */
function urlOf({ host, port, user, password }: Server): string | null {
  const isName = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host) || /^\[[a-f\d:.]+\]$/i.test(host);
  if (!isName || !/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) return null;
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const url = `${port === tlsPort ? 'smtps' : 'smtp'}://${login}${host}:${port}`;
  return environmentSchema.shape.SMTP_URL.safeParse(url).success ? url : null;
}

/** Returns what the page shows of the email server: of the password its last four characters. */
export async function emailServerView({ db, settings }: Pick<Ctx, 'db' | 'settings'>) {
  const { environment, smtpUrl, mailFrom } = settings;
  const { values, unreadable } = await readConnections(db, settings);
  const server = smtpUrl === undefined ? null : serverOf(smtpUrl);
  return {
    ...(await connectionHints(db)).email,
    isUnreadable: unreadable.includes('email'),
    setBySmtpUrl: environment.smtpUrl !== undefined,
    setByMailFrom: environment.mailFrom !== undefined,
    host: server?.host ?? '',
    port: server?.port ?? usualPort,
    user: server?.user ?? '',
    from: mailFrom ?? '',
    passwordEnd: server === null ? null : lastFour(server.password),
    isSet: server !== null,
    isStored: values.email !== undefined,
  };
}

/** Text for the audit log, with the last characters of the password only. */
function hintOf({ url, from }: Values): string {
  if (url === null) return from ?? '';
  const { host, port, user, password } = serverOf(url);
  const end = lastFour(password);
  return [from ?? '', `${user === '' ? '' : `${user} at `}${host}:${port}`, end === '' ? '' : `password …${end}`]
    .filter((part) => part !== '')
    .join(', ');
}

type Refused = { ok: false; reason: EmailServerRefusal; issues?: Record<string, string> };
type Typed = EmailServerInput & { password: string };

/**
 * Returns the URL of the typed server; null if the environment sets it or none is typed. An empty
 * password keeps the stored one of the same server and user.
 */
function typedUrl(
  { settings }: Ctx,
  known: Values | undefined,
  typed: Typed,
): Result<string | null, EmailServerRefusal> {
  const { host, port, user } = typed;
  if (settings.environment.smtpUrl !== undefined || host === '') return ok(null);
  if (user === '' && typed.password !== '') return refuse('no_user');
  const former = known?.url ? serverOf(known.url) : null;
  const isSame = former !== null && former.host === host && former.user === user;
  const password = typed.password === '' && isSame ? former.password : typed.password;
  const url = urlOf({ host, port: port === '' ? usualPort : port, user, password });
  return url === null ? refuse('bad_server') : ok(url);
}

/** Returns the typed sender; null if the environment sets it or none is typed. */
function typedSender({ settings }: Ctx, from: string): Result<string | null, EmailServerRefusal> {
  if (settings.environment.mailFrom !== undefined || from === '') return ok(null);
  return environmentSchema.shape.MAIL_FROM.safeParse(from).success ? ok(from) : refuse('bad_sender');
}

/**
 * Stores an email server that accepts the shop's login, and the sender. Queued emails go out within
 * seconds. With neither, the connection is removed.
 */
export async function editEmailServer(ctx: Ctx, actor: Actor, typed: Typed): Promise<Result<null, never> | Refused> {
  const { values } = await readConnections(ctx.db, ctx.settings);
  const url = typedUrl(ctx, values.email, typed);
  if (!url.ok) return url;
  const from = typedSender(ctx, typed.from);
  if (!from.ok) return from;
  const rejected = url.value === null ? null : await rejectedConnection(url.value);
  if (rejected !== null) return { ...refuse('rejected'), issues: { host: rejected } };
  const stored = { url: url.value, from: from.value };
  const value = stored.url === null && stored.from === null ? null : stored;
  const hint = value === null ? '' : hintOf(value);
  return editConnection(ctx, actor, { name: 'email', version: typed.version, hint, value });
}
