import { Socket } from 'node:net';

import type { SendMailOptions } from 'nodemailer';

import { fieldOf } from '#shared/field-of.ts';

export type OutgoingMail = {
  messageId: string;
  from: string;
  to: string;
  replyTo: string | null;
  /** The address whose one click ends e-mails of this kind. */
  unsubscribeUrl: string | null;
  subject: string;
  html: string;
  text: string;
};

/** Time for one mail in all, below the 90 s after which its job is given to another worker. */
const deadlineMs = 45_000;
/** Pause between tries while the mail server is away. */
const probeMs = 10_000;
/** Passing refusals in a row after which the mail server counts as away. */
const refusalsUntilAway = 5;

/** A mail server as this process has seen it last. */
type ServerState = { isAway: boolean; refusals: number; lastTakenAt: number; nextTryAt: number };

const servers = new Map<string, ServerState>();

function serverOf(smtpUrl: string): ServerState {
  const known = servers.get(smtpUrl) ?? { isAway: false, refusals: 0, lastTakenAt: -Infinity, nextTryAt: 0 };
  servers.set(smtpUrl, known);
  return known;
}

/** False for 10 s after each failed try while the mail server is away. */
export function mayTry(smtpUrl: string): boolean {
  const server = serverOf(smtpUrl);
  return !server.isAway || performance.now() >= server.nextTryAt;
}

function setAway(server: ServerState): void {
  server.isAway = true;
  server.nextTryAt = performance.now() + probeMs;
}

function recordOutcome(server: ServerState, outlook: Outlook | 'taken'): void {
  if (outlook === 'away' || outlook === 'hung') return setAway(server);
  // A slow mail says nothing new: others were taken meanwhile.
  if (outlook === 'slow') return;
  server.refusals = outlook === 'passing' ? server.refusals + 1 : 0;
  if (server.refusals >= refusalsUntilAway) return setAway(server);
  server.isAway = false;
  if (outlook === 'taken') server.lastTakenAt = performance.now();
}

/** Failure of one try, with the error's words and what it says of the next try. */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken';
  readonly outlook: Outlook;

  constructor(cause: unknown, outlook: Outlook) {
    super(cause instanceof Error ? cause.message : 'unknown', { cause });
    this.outlook = outlook;
  }
}

/** Sends one mail over a socket of its own. The socket is destroyed at the deadline, so no mail is taken after it failed. */
async function transmit(smtpUrl: string, mail: SendMailOptions): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const socket = new Socket();
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    socket,
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, deadlineMs);
  try {
    await transport.sendMail(mail);
  } catch (error) {
    throw isLate ? Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' }) : error;
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

/** Headers that let a mail program end such e-mails with one click, as RFC 8058 names them. */
function listHeaders(unsubscribeUrl: string | null): Record<string, string> {
  if (unsubscribeUrl === null) return {};
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Sends a mail by SMTP to exactly one recipient; throws MailNotTaken if the server does not take it. */
export async function sendBySmtp(
  smtpUrl: string,
  { to, replyTo, unsubscribeUrl, ...mail }: OutgoingMail,
): Promise<void> {
  const server = serverOf(smtpUrl);
  const begunAt = performance.now();
  try {
    await transmit(smtpUrl, {
      ...mail,
      to: { name: '', address: to },
      ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
      headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(unsubscribeUrl) },
    });
    recordOutcome(server, 'taken');
  } catch (error) {
    const outlook = outlookOf(error, server.lastTakenAt > begunAt);
    recordOutcome(server, outlook);
    throw new MailNotTaken(error, outlook);
  }
}

/**
 * Meaning of a failure for the next try.
 * - `away`: the server cannot be used. `hung`: it stopped answering and took no other mail meanwhile.
 * - `slow`: it stopped answering on this mail alone. `passing`: it refused this mail for now (4xx).
 * - `doubtful`: a 5xx that may pass, such as a policy or a full mailbox. `final`: one that will not.
 */
export type Outlook = 'away' | 'hung' | 'slow' | 'passing' | 'doubtful' | 'final';

/** Enhanced codes (RFC 3463) of refusals that last: the address, or the form of the mail. */
const lasting = /^5\.(?:1|6)\./;

/** Judges a failure by the refused step and the server's codes; refusals of the shop's own account may pass. */
function outlookOf(error: unknown, isServing: boolean): Outlook {
  const [code, command, response] = ['responseCode', 'command', 'response'].map((name) => fieldOf(error, name));
  const isAboutMail = typeof code === 'number' && (command === 'RCPT TO' || command === 'DATA');
  if (!isAboutMail) {
    const isHung = fieldOf(error, 'code') === 'ETIMEDOUT' && fieldOf(error, 'message') === 'Timeout';
    if (!isHung) return 'away';
    return isServing ? 'slow' : 'hung';
  }
  if (code < 500) return 'passing';
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  if (enhanced === undefined) return command === 'DATA' ? 'doubtful' : 'final';
  return lasting.test(enhanced) ? 'final' : 'doubtful';
}
