import { afterEach, expect, vi } from 'vitest';

import { givenAuthenticator, linkFor, signIn } from '../../../tests/support/account.ts';
import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop } from '../../../tests/support/shop-test.ts';
import { totpCode } from '../../../tests/support/totp.ts';
import { verifications } from './tables.server.ts';

const daysAhead = 45;
const periodsAhead = daysAhead * 2_880;
let aheadMs = 0;

const test = testWithShop({ now: () => new Date(Date.now() - aheadMs) });

afterEach(() => {
  aheadMs = 0;
  vi.useRealTimers();
});

/** Moves the clock of the process ahead of the database's. */
function moveClock(): void {
  aheadMs = daysAhead * 86_400_000;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
}

test('a process whose clock is ahead leaves the pending links of others', async ({
  shop,
  person: { email },
  visitor,
}) => {
  await visitor.send('POST', '/auth/request-password-reset', { email });
  await linkFor(shop, email, 'reset_password');
  moveClock();
  await visitor.send('POST', '/auth/reset-password', { token: 'x'.repeat(24), newPassword: 'lamp-shade-4' });
  expect(await shop.ctx.db.select().from(verifications)).toHaveLength(1);
});

test('a process with a wrong clock accepts the code that a phone shows, and not the code of its own time', async ({
  shop,
  admin: { email, visitor },
}) => {
  const { secret } = await givenAuthenticator(shop, visitor);
  moveClock();
  const browser = newVisitor(shop);
  await signIn(browser, email);
  const submitTotp = (code: string) => browser.send('POST', '/auth/two-factor/verify-totp', { code });
  expect((await submitTotp(totpCode(secret, 1))).status).toBe(401);
  expect(await submitTotp(totpCode(secret, 1 - periodsAhead))).toMatchObject({ status: 200 });
});
