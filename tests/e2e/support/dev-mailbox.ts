import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Returns the id of the newest mail to this email in the mailbox page. */
function newestTo(email: string, mailbox: string): string | undefined {
  const [, ...entries] = mailbox.split('href="/mailbox?mail=');
  return entries.find((entry) => entry.split('</a>')[0]?.includes(`${email}</span>`))?.slice(0, 36);
}

/**
 * Returns the HTML of the newest mail to this email once it contains `words`. Uses requests,
 * because other tests cover the mailbox page.
 */
export async function mailTo({ request }: Page, email: string, words: RegExp): Promise<string> {
  const text = async (path: string) => (await request.get(path)).text();
  let mail = '';
  const isThere = async () => {
    const id = newestTo(email, await text('/mailbox'));
    if (id !== undefined) mail = await text(`/mailbox/${id}/html`);
    return words.test(mail);
  };
  await expect.poll(isThere, { timeout: 60_000, interval: 300 }).toBe(true);
  return mail;
}
