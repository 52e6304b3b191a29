import { createTransport, type Transporter } from 'nodemailer';

export type OutgoingMail = {
  messageId: string;
  from: string;
  to: string;
  replyTo: string | null;
  /** Where one click ends letters of this kind. */
  unsubscribeUrl: string | null;
  subject: string;
  html: string;
  text: string;
};

const transports = new Map<string, Transporter>();

function transportOf(smtpUrl: string): Transporter {
  const known = transports.get(smtpUrl);
  if (known !== undefined) return known;
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

/** Headers that let a mail program end letters with one click, as RFC 8058 names them. */
function listHeaders(unsubscribeUrl: string | null): Record<string, string> {
  if (unsubscribeUrl === null) return {};
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Sends a mail by SMTP to exactly one recipient; throws when the server does not take it. */
export async function sendBySmtp(
  smtpUrl: string,
  { to, replyTo, unsubscribeUrl, ...mail }: OutgoingMail,
): Promise<void> {
  await transportOf(smtpUrl).sendMail({
    ...mail,
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(unsubscribeUrl) },
  });
}

const ofTheMailItself = new Set(['RCPT TO', 'DATA']);

/** Whether the server refused this one mail for ever (5xx to its recipient or its text): what concerns the shop's own account may pass. */
export function isRefusedForGood(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('responseCode' in error) || !('command' in error)) return false;
  const { responseCode, command } = error;
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return isPermanent && typeof command === 'string' && ofTheMailItself.has(command);
}
