import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The id of the newest mail to this person in the mailbox page's list. */
function newestTo(email: string, mailbox: string): string | undefined {
  const [, ...entries] = mailbox.split('href="/mailbox?mail=');
  return entries.find((entry) => entry.split('</a>')[0]?.includes(`${email}</span>`))?.slice(0, 36);
}

/** The HTML of the newest mail to this person, once it holds these words. Read, not opened: the mailbox has stories of its own. */
export async function mailTo({ request }: Page, email: string, words: RegExp): Promise<string> {
  const text = async (path: string) => (await request.get(path)).text();
  let mail = '';
  const isThere = async () => {
    const id = newestTo(email, await text('/mailbox'));
    if (id !== undefined) mail = await text(`/mailbox/${id}/html`);
    return words.test(mail);
  };
  await expect.poll(isThere, { timeout: 20_000, interval: 300 }).toBe(true);
  return mail;
}
