import type { Transporter } from 'nodemailer';

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

const transports = new Map<string, Transporter>();

async function transportOf(smtpUrl: string): Promise<Transporter> {
  const known = transports.get(smtpUrl);
  if (known !== undefined) return known;
  const { createTransport } = await import('nodemailer');
  const created = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transports.set(smtpUrl, created);
  return created;
}

/** Headers that let a mail program end such e-mails with one click, as RFC 8058 names them. */
function listHeaders(unsubscribeUrl: string | null): Record<string, string> {
  if (unsubscribeUrl === null) return {};
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Sends a mail by SMTP to exactly one recipient; throws when the server does not take it. */
export async function sendBySmtp(
  smtpUrl: string,
  { to, replyTo, unsubscribeUrl, ...mail }: OutgoingMail,
): Promise<void> {
  const transport = await transportOf(smtpUrl);
  await transport.sendMail({
    ...mail,
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(unsubscribeUrl) },
  });
}

/**
 * What a failure says of the next try: `passing` will work once the server or the line is well again, `doubtful` is a refusal of
 * this mail that may pass (a policy, a full mailbox, a greylist that answers 5xx), `final` one that will not (no such mailbox).
 */
export type Outlook = 'passing' | 'doubtful' | 'final';

/** Enhanced codes (RFC 3463) of refusals that last: the address, or the form of the mail. */
const lasting = /^5\.(?:1|6)\./;

/** Judges a failure by the step that was refused and the server's codes; what concerns the shop's own account may pass. */
export function outlookOf(error: unknown): Outlook {
  const [code, command, response] = ['responseCode', 'command', 'response'].map((name) => fieldOf(error, name));
  const isRefused = typeof code === 'number' && code >= 500 && code < 600;
  if (!isRefused || (command !== 'RCPT TO' && command !== 'DATA')) return 'passing';
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  if (enhanced === undefined) return command === 'DATA' ? 'doubtful' : 'final';
  return lasting.test(enhanced) ? 'final' : 'doubtful';
}
