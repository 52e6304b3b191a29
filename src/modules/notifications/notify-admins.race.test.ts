import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { shopNotices } from '#app/admin-alert-sources.server.ts';
import { noticeMailName } from '#modules/email/mail.ts';
import { mails } from '#modules/email/tables.server.ts';

import { givenPerson } from '../../../tests/support/account.ts';
import { givenOrderRow } from '../../../tests/support/orders.ts';
import { waitForBlockedConnections } from '../../../tests/support/race-steps.ts';
import { test } from '../../../tests/support/shop-test.ts';
import { notifyAdmins } from './notify-admins.server.ts';
import { notificationRuns } from './tables.server.ts';

test('four processes that look at once send each admin one email about five orders', async ({ shop }) => {
  const { db } = shop.ctx;
  const run = () => notifyAdmins(shop.ctx, shopNotices(shop.ctx.settings));
  await run();
  const admins = [await givenPerson(shop, 'admin'), await givenPerson(shop, 'admin')];
  for (let placed = 0; placed < 5; placed += 1) await givenOrderRow(shop);
  await db.update(notificationRuns).set({ notifiedAt: new Date(0) });
  const { begun } = await db.transaction(async (tx) => {
    await tx.select().from(notificationRuns).for('update');
    const runs = { begun: [1, 2, 3, 4].map(run) };
    await waitForBlockedConnections(tx, runs.begun.length);
    return runs;
  });
  await Promise.all(begun);
  const isNotice = eq(mails.kind, noticeMailName);
  const sent = await db.select({ to: mails.toAddress, subject: mails.subject }).from(mails).where(isNotice);
  expect(new Set(sent.map(({ subject }) => subject))).toEqual(new Set(['halorosa: 5 new orders']));
  expect(sent.map(({ to }) => to).toSorted()).toEqual(admins.map(({ email }) => email).toSorted());
});
