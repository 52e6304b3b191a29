import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { givenAuthenticator, givenSignedIn } from '../../../tests/support/account.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { totpCode } from '../../../tests/support/totp.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterAll(() => {
  vi.useRealTimers();
  return shop.close();
});

test('exactly one of sixteen concurrent calls with one code is accepted, five times in a row', async () => {
  const { visitor } = await givenSignedIn(shop, 'admin');
  const { secret } = await givenAuthenticator(shop, visitor);
  const accepted: number[] = [];
  for (let round = 1; round <= 5; round += 1) {
    vi.setSystemTime(Date.now() + 30_000);
    const code = totpCode(secret);
    const give = () => visitor.send('POST', '/auth/two-factor/verify-totp', { code });
    const answers = await Promise.all(Array.from({ length: 16 }, give));
    accepted.push(answers.filter(({ status }) => status === 200).length);
  }
  expect(accepted).toEqual([1, 1, 1, 1, 1]);
});
