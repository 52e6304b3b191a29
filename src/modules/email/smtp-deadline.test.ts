import { expect, test, vi } from 'vitest';

import { mailMisbehaviors, startHostile } from '../../../tests/support/hostile-server.ts';
import { talkToServer } from './smtp.server.ts';

const withinMs = 800;
/** Time that a loaded machine may take beyond the deadline, in ms. */
const slackMs = 1_400;
const mail = { from: 'shop@shop.example', to: 'mia@example.com', subject: 'Order', text: 'Thank you.' };

async function failureOf(url: string): Promise<{ message: string; ms: number }> {
  const begun = performance.now();
  const sent = talkToServer(url, withinMs, (transport) => transport.sendMail(mail));
  const message = await sent.then(
    () => 'sent',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );
  return { message, ms: performance.now() - begun };
}

test.each(Object.entries(mailMisbehaviors))(
  `a mail server that %s is left within ${withinMs} ms`,
  async (_manner, behavior) => {
    const server = await startHostile(behavior, { atOnce: true });
    const { message, ms } = await failureOf(`smtp://127.0.0.1:${server.port}`);
    expect(message).toMatch(/^Timeout$|response exceeds maximum allowed size/);
    expect(ms).toBeLessThan(withinMs + slackMs);
    await vi.waitFor(() => expect(server.open(), 'the connection is closed').toBe(0));
    await server.stop();
  },
);

test('a mail server that never ends the handshake of smtps is left in time', async () => {
  const server = await startHostile(() => undefined, { atOnce: true });
  const { message, ms } = await failureOf(`smtps://127.0.0.1:${server.port}`);
  expect(message).toBe('Timeout');
  expect(ms).toBeLessThan(withinMs + slackMs);
  await server.stop();
});
