import { afterAll, beforeAll, expect, vi } from 'vitest';

import { givenAuthenticator } from '../../../tests/support/account.ts';
import { test } from '../../../tests/support/shop-test.ts';
import { totpCode } from '../../../tests/support/totp.ts';
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterAll(() => {
  vi.useRealTimers();
});

test('exactly one of sixteen concurrent calls with one code is accepted, five times in a row', async ({
  shop,
  admin: { visitor },
}) => {
  const { secret } = await givenAuthenticator(shop, visitor);
  const accepted: number[] = [];
  for (let round = 1; round <= 5; round += 1) {
    vi.setSystemTime(Date.now() + 30_000);
    const code = totpCode(secret);
    const submitTotp = () => visitor.send('POST', '/auth/two-factor/verify-totp', { code });
    const answers = await Promise.all(Array.from({ length: 16 }, submitTotp));
    accepted.push(answers.filter(({ status }) => status === 200).length);
  }
  expect(accepted).toEqual([1, 1, 1, 1, 1]);
});
