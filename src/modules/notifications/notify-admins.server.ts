import { listAdmins } from '#modules/accounts/accounts.queries.server.ts';
import { enqueueMail } from '#modules/email/enqueue-mail.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

import { noticeLine, type NoticeLine } from './notification-kinds.ts';
import { adminNotice, noticeMail } from './notifications.emails.server.ts';
import {
  hasNews,
  insertSummaryLines,
  claimNewAlerts,
  claimRun,
  claimSummaryLines,
  type NoticeSources,
} from './notifications.queries.server.ts';
import { allPreferences } from './preferences.server.ts';
import { lastSummaryTime } from './summary-time.ts';

type AddressedNotice = { to: string; lines: readonly NoticeLine[]; isSummary: boolean };

async function enqueueNotice(tx: Db, ctx: Ctx, { to, lines, isSummary }: AddressedNotice): Promise<void> {
  if (lines.length === 0) return;
  const data = noticeMail({ isSummary, lines, shopUrl: ctx.settings.publicUrl });
  await enqueueMail(tx, ctx, { kind: adminNotice, to, data });
}

/**
 * Tells each admin what is new and was not told before, in one email at once or in the next daily
 * summary. Everything is recorded with the emails in one transaction, so nothing is told twice.
 * The first run of a shop records what is already the case without an email.
 */
export async function notifyAdmins(ctx: Ctx, sources: NoticeSources): Promise<void> {
  const summaryAt = lastSummaryTime(ctx.now());
  if (!(await hasNews(ctx.db, sources, summaryAt))) return;
  await inTransaction(ctx.db, async (tx) => {
    const admins = await listAdmins(tx);
    const run = await claimRun(tx);
    // Without admins, news wait for the first one.
    if (run === null || (admins.length === 0 && !run.isFirst)) return;
    const notices = await claimNewAlerts(tx, sources);
    const lines = run.isFirst ? [] : notices.map(noticeLine);
    const preferences = await allPreferences(tx);
    const summaries = await claimSummaryLines(tx, summaryAt);
    for (const { id, email: to } of admins) {
      const linesBy = (delivery: string) => lines.filter(({ kind }) => preferences(id)[kind] === delivery);
      await insertSummaryLines(tx, id, linesBy('daily'));
      await enqueueNotice(tx, ctx, { to, lines: linesBy('at_once'), isSummary: false });
      await enqueueNotice(tx, ctx, { to, lines: summaries.get(id) ?? [], isSummary: true });
    }
  });
}
