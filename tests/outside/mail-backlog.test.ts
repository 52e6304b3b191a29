import { expect, test } from 'vitest';

import { startMailServer } from '../support/mail-server.ts';
import { startOutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop } from './support/outside-shop.ts';
import { send, untilTrue } from './support/steady-load.ts';

const waiting = 50_000;
const limitMs = 30_000;
/** Time that the mail server takes for each mail, in milliseconds. */
const mailMs = 75;

const message = { name: 'Mia', email: 'mia@example.com', subject: 'Hi', message: 'How long does it charge?' };

test(`a transactional email queued behind ${waiting} marketing emails is sent within 30 s`, async () => {
  const postgres = await startOutsidePostgres();
  const server = await startMailServer();
  server.behave({ slowMs: mailMs });
  const shop = await startOutsideShop({ databaseUrl: postgres.url, settings: { SMTP_URL: server.url } });
  await postgres.ask(`
    with stored as (
      insert into mails (kind, cause, to_address, subject, message_id, content)
      select 'back_in_stock', n::text, 'many' || n || '@example.com', 'It is back', '<' || n || '@many.example>',
        jsonb_build_object('kind', 'back_in_stock', 'data', jsonb_build_object('code', 'GLOW-' || n, 'discount', '10%',
          'expiry', 'Expires in 24 hours.', 'shopUrl', 'http://127.0.0.1'))
      from generate_series(1, ${waiting}) n returning id, to_address)
    insert into pgboss.job (name, data, priority, group_id, retry_limit, retry_delay, retry_backoff, expire_seconds)
    select 'send-mail', jsonb_build_object('mailId', id), 1, md5(to_address), 100, 10, true, 90 from stored`);
  await untilTrue('marketing mails are sent', 30_000, async () => server.taken.length > 20);
  const before = server.taken.length;
  const begun = performance.now();
  const sent = await send(shop.url, { path: '/api/send-contact-email', method: 'POST', body: message });
  expect(sent.status).toBe(200);
  const isTaken = async () => server.taken.some((one) => one.mail.subject?.startsWith('New contact message'));
  await untilTrue('the contact message is taken', limitMs, isTaken);
  const seconds = (performance.now() - begun) / 1_000;
  console.log(
    `taken after ${seconds.toFixed(1)} s, ${server.taken.length - before} mails in between, ${waiting} waiting`,
  );
  expect(new Set(server.taken.map((one) => one.recipients[0])).size).toBe(server.taken.length);
  await shop.stop();
  await server.stop();
  await postgres.stop();
});
