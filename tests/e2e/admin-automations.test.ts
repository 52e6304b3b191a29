import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import { addressHash } from '#modules/marketing/automations.queries.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';

import { axeViolations } from './support/page-checks.ts';
import { openAdmin } from './support/admin-pages.ts';
import { testWithShop, type Uses } from './fixtures.ts';
import { orderOf } from './support/order-by-api.ts';
import { screens } from './support/browser-visitors.ts';

const test = testWithShop();

test.beforeAll(async ({ shop }) => {
  await givenReminders({ shop });
  await orderOf(shop.url, { email: 'mia@example.com' });
});

/**
 * Creates eight reminders of ten days ago: six sent, one failed, one not sent because its reader
 * had stopped emails. Adds one to Mia, sent yesterday.
 */
async function givenReminders({ shop }: Uses<'shop'>): Promise<void> {
  await shop.kill();
  const { db, close } = await openDatabase({ ...shop.database, onError: () => undefined });
  await db.execute(sql`
    insert into automation_recipients (address_hash, stopped_at)
    select 'reader ' || i, case when i = 8 then now() - interval '11 days' end from generate_series(1, 8) i
    union all select ${addressHash('mia@example.com')}, null`);
  await db.execute(sql`
    insert into automation_emails (recipient_id, kind, about_id, is_sent, created_at)
    select id, 'abandoned_checkout', gen_random_uuid(), stopped_at is null,
      now() - case when address_hash like 'reader %' then interval '10 days' else interval '1 day' end
    from automation_recipients`);
  await db.execute(sql`
    insert into mails (kind, cause, to_address, message_id, state, created_at, sent_at)
    select l.kind, l.id::text, '', l.id::text, case when r.address_hash = 'reader 7' then 'failed' else 'sent' end::mail_state,
      l.created_at, l.created_at
    from automation_emails l join automation_recipients r on r.id = l.recipient_id where l.is_sent`);
  await close();
  await shop.start();
}

test.for(screens)(
  'on %s the owner sees the results of reminders, and limits them to the last week',
  async ([_device, viewport], { newAdmin }) => {
    const { page, problems } = await newAdmin(viewport);
    await openAdmin(page, 'automations');
    const reminders = page.getByRole('region', { name: 'Abandoned-checkout reminders' });
    const cellsOf = async (name: string) => {
      const row = reminders.getByRole('row', { name: new RegExp(`^${name}`) });
      await row.waitFor();
      return row.getByRole('cell').allInnerTexts();
    };
    expect(await cellsOf('Due')).toEqual(['9', '']);
    expect(await cellsOf('Sent')).toEqual(['7', '77.8% of 9']);
    expect(await cellsOf('Bought within 7 days')).toEqual(['1', '14.3% of 7']);
    const facts = await reminders.locator('dl > div').allInnerTexts();
    expect(facts.map((fact) => fact.replace(/\s+/g, ' ')).slice(0, 4)).toEqual([
      'Revenue from these orders $59.00',
      'Not sent (unsubscribed) 1',
      'Queued 0',
      'Failed 1',
    ]);
    await page.getByText('No review requests were due in this period.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: '7 days', exact: true }).click();
    await page.waitForURL('**/admin/automations?days=7');
    await reminders.getByText('100.0% of 1').first().waitFor();
    expect([await cellsOf('Due'), await cellsOf('Sent')]).toEqual([
      ['1', ''],
      ['1', '100.0% of 1'],
    ]);
    expect(problems).toEqual([]);
  },
);
