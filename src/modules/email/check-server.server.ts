import { talkToServer } from './smtp.server.ts';

/**
 * Returns the sentence if an email server does not accept the shop's login; null if it does.
 * Sends no mail.
 */
export async function rejectedConnection(smtpUrl: string): Promise<string | null> {
  try {
    await talkToServer(smtpUrl, 5_000, (transport) => transport.verify());
    return null;
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    if (why === 'EAUTH') return 'The email server refused the user name or the password.';
    return `The email server can’t be reached (${why}). Check its name and port.`;
  }
}
