import { expect, test } from 'vitest';

import { startMailServer } from '../support/mail-server.ts';
import { startOutsidePostgres } from './support/outside-postgres.ts';
import { startOutsideShop } from './support/outside-shop.ts';
import { send, untilTrue } from './support/steady-load.ts';

const message = { name: 'Mia', email: 'mia@example.com', subject: 'Hi', message: 'How long does it charge?' };
/** Longer than the test waits, so that the shop is killed during the conversation. */
const silentMs = 120_000;

type Run = { on: 'PostgreSQL' | 'the embedded database'; kills: number; maxSeconds: number };

test.each<Run>([
  { on: 'PostgreSQL', kills: 1, maxSeconds: 20 },
  { on: 'PostgreSQL', kills: 3, maxSeconds: 20 },
  { on: 'the embedded database', kills: 1, maxSeconds: 5 },
])(
  'an email whose shop on $on is killed during its conversation ($kills times) arrives $maxSeconds s after the restart',
  async ({ on, kills, maxSeconds }) => {
    const postgres = on === 'PostgreSQL' ? await startOutsidePostgres() : null;
    const server = await startMailServer();
    const patient = new URL(server.url);
    patient.searchParams.set('socketTimeout', String(silentMs));
    const settings = { SMTP_URL: patient.href };
    const shop = await startOutsideShop({ settings, ...(postgres === null ? {} : { databaseUrl: postgres.url }) });
    server.behave({ slowMs: silentMs });
    const sent = await send(shop.url, { path: '/api/send-contact-email', method: 'POST', body: message });
    expect(sent.status).toBe(200);
    await untilTrue('the mail is being sent', 20_000, async () => server.asked.length > 0);
    for (let killed = 0; killed < kills; killed += 1) {
      await shop.kill();
      if (killed === kills - 1) server.behave();
      await shop.start();
    }
    const opened = performance.now();
    await untilTrue('the mail is taken', 180_000, async () => server.taken.length > 0);
    const seconds = (performance.now() - opened) / 1_000;
    console.log(`taken ${seconds.toFixed(1)} s after the restart`);
    expect(seconds).toBeLessThan(maxSeconds);
    expect(server.taken).toHaveLength(1);
    await shop.stop();
    await server.stop();
    await postgres?.stop();
  },
  300_000,
);
