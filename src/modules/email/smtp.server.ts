import { Socket } from 'node:net';

import type { SendMailOptions, Transporter } from 'nodemailer';

import { fieldOf } from '#shared/read-property.ts';

export type OutgoingMail = {
  messageId: string;
  from: string;
  to: string;
  replyTo: string | null;
  /** URL for one-click unsubscribing (RFC 8058). Null for mails about a purchase. */
  unsubscribeUrl: string | null;
  subject: string;
  html: string;
  text: string;
};

/** Deadline for one mail, in ms. Below the 90 s after which its job is given to another worker. */
const deadlineMs = 45_000;
/** Pause between tries while the mail server is away, in ms. */
const probeMs = 10_000;
/** Retryable refusals in a row after which the mail server counts as away. */
const refusalsUntilAway = 5;

/** State of a mail server, as this process last saw it. */
type ServerState = { isAway: boolean; refusals: number; lastTakenAt: number; nextTryAt: number };

const servers = new Map<string, ServerState>();

function serverOf(smtpUrl: string): ServerState {
  const known = servers.get(smtpUrl) ?? { isAway: false, refusals: 0, lastTakenAt: -Infinity, nextTryAt: 0 };
  servers.set(smtpUrl, known);
  return known;
}

/** Circuit breaker: false for 10 s after each failed try while the mail server is away. */
export function isCircuitClosed(smtpUrl: string): boolean {
  const server = serverOf(smtpUrl);
  return !server.isAway || performance.now() >= server.nextTryAt;
}

function setAway(server: ServerState): void {
  server.isAway = true;
  server.nextTryAt = performance.now() + probeMs;
}

function recordOutcome(server: ServerState, outlook: FailureKind | 'taken'): void {
  if (outlook === 'away' || outlook === 'hung') return setAway(server);
  // One slow mail says nothing about the server, because it accepted others meanwhile.
  if (outlook === 'slow') return;
  server.refusals = outlook === 'retryable' ? server.refusals + 1 : 0;
  if (server.refusals >= refusalsUntilAway) return setAway(server);
  server.isAway = false;
  if (outlook === 'taken') server.lastTakenAt = performance.now();
}

/** Failure of one try, with the error's message and its meaning for the next try. */
export class MailDeliveryError extends Error {
  override readonly name = 'MailNotTaken';
  readonly outlook: FailureKind;

  constructor(cause: unknown, outlook: FailureKind) {
    super(cause instanceof Error ? cause.message : 'unknown', { cause });
    this.outlook = outlook;
  }
}

/** Error at the deadline, in nodemailer's words for a server that stopped responding. */
const lateError = () => Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' });

/**
 * Has one conversation with a mail server over its own socket. Throws at the deadline, whatever the
 * server sends. The socket is destroyed then, so a mail cannot be accepted after it failed.
 */
export async function talkToServer<T>(
  smtpUrl: string,
  withinMs: number,
  talk: (transport: Transporter) => Promise<T>,
): Promise<T> {
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
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  const timer = setTimeout(() => end(lateError()), withinMs);
  try {
    return await Promise.race([talk(transport), ended]);
  } finally {
    clearTimeout(timer);
    // A name that is resolved later would connect the socket again.
    socket.once('connect', () => socket.destroy());
    socket.destroy();
    transport.close();
  }
}

/** Returns the headers for one-click unsubscribing (RFC 8058). */
function listHeaders(unsubscribeUrl: string | null): Record<string, string> {
  if (unsubscribeUrl === null) return {};
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * Sends a mail by SMTP to exactly one recipient. Throws MailNotTaken if the server does not accept
 * it.
 */
export async function sendBySmtp(
  smtpUrl: string,
  { to, replyTo, unsubscribeUrl, ...mail }: OutgoingMail,
): Promise<void> {
  const server = serverOf(smtpUrl);
  const begunAt = performance.now();
  try {
    const sent: SendMailOptions = {
      ...mail,
      to: { name: '', address: to },
      ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
      headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(unsubscribeUrl) },
    };
    await talkToServer(smtpUrl, deadlineMs, (transport) => transport.sendMail(sent));
    recordOutcome(server, 'taken');
  } catch (error) {
    const outlook = outlookOf(error, server.lastTakenAt > begunAt);
    recordOutcome(server, outlook);
    throw new MailDeliveryError(error, outlook);
  }
}

/**
 * Meaning of a failure for the next try.
 * - `away`: the server cannot be used.
 * - `hung`: it stopped responding and accepted no other mail meanwhile.
 * - `slow`: it stopped responding for this mail only.
 * - `retryable`: it refused this mail temporarily (4xx).
 * - `doubtful`: a 5xx that may be temporary, such as a policy or a full mailbox.
 * - `final`: a permanent 5xx.
 */
export type FailureKind = 'away' | 'hung' | 'slow' | 'retryable' | 'doubtful' | 'final';

/** Enhanced codes (RFC 3463) of permanent refusals: the address, or the format of the mail. */
const permanentCode = /^5\.(?:1|6)\./;

/**
 * Classifies a failure by the refused SMTP step and the server's codes. Refusals of the shop's own
 * account count as temporary.
 */
function outlookOf(error: unknown, isServing: boolean): FailureKind {
  const [code, command, response] = ['responseCode', 'command', 'response'].map((name) => fieldOf(error, name));
  const isAboutMail = typeof code === 'number' && (command === 'RCPT TO' || command === 'DATA');
  if (!isAboutMail) {
    const isHung = fieldOf(error, 'code') === 'ETIMEDOUT' && fieldOf(error, 'message') === 'Timeout';
    if (!isHung) return 'away';
    return isServing ? 'slow' : 'hung';
  }
  if (code < 500) return 'retryable';
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  if (enhanced === undefined) return command === 'DATA' ? 'doubtful' : 'final';
  return permanentCode.test(enhanced) ? 'final' : 'doubtful';
}
