import { createTransport, type Transporter } from 'nodemailer';

export type OutgoingMail = {
  messageId: string;
  from: string;
  to: string;
  replyTo: string | null;
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

/** Sends a mail by SMTP to exactly one recipient; throws when the server does not take it. */
export async function sendBySmtp(smtpUrl: string, { to, replyTo, ...mail }: OutgoingMail): Promise<void> {
  await transportOf(smtpUrl).sendMail({
    ...mail,
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
}
