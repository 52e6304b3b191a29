import { talkToServer } from './smtp.server.ts';

/**
 * Returns the sentence if an email server does not accept the shop's login; null if it does. Sends no
 * mail.
 */
export async function rejectedConnection(smtpUrl: string): Promise<string | null> {
  try {
    await talkToServer(smtpUrl, 5_000, (transport) => transport.verify());
    return null;
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    return `The email server rejected the connection (${why}). Check its name, port, user name and password.`;
  }
}
