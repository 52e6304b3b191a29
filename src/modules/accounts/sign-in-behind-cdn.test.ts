import { afterAll, beforeAll, expect, test } from 'vitest';

import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';

const behindProxy = { RATE_LIMITS: 'on', TRUST_PROXY: 'true' };

let shop: TestShop;
let withoutRanges: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ settings: { ...behindProxy, TRUSTED_PROXIES: '198.51.100.0/24' } });
  withoutRanges = await openTestShop({ settings: behindProxy });
});
afterAll(async () => {
  await Promise.all([shop.close(), withoutRanges.close()]);
});

const attempts = 45;

/**
 * Returns counts by status of failed sign-ins to separate accounts, each from the client returned
 * by `clientOf`.
 */
async function failedSignIns(at: TestShop, clientOf: (turn: number) => string): Promise<Record<number, number>> {
  const turns = Array.from({ length: attempts }, (_, index) => index + 1);
  const answers = await Promise.all(
    turns.map((turn) => {
      const headers = { 'x-forwarded-for': `${clientOf(turn)}, 198.51.100.9` };
      const body = { email: `shopper${turn}@example.com`, password: 'a wrong password 17' };
      return newVisitor(at).send('POST', '/auth/sign-in/email', body, headers);
    }),
  );
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Hashes 45 passwords: more than the usual 30 s on a busy machine. */
const slow = { timeout: 120_000 };

test('forty-five shoppers behind one CDN edge each have their own sign-in limits', slow, async () => {
  expect(await failedSignIns(shop, (turn) => `203.0.113.${turn}`)).toEqual({ 401: attempts });
});

test('one address behind a CDN edge is limited, no matter what it sends in X-Forwarded-For', slow, async () => {
  const counts = await failedSignIns(shop, (turn) => `192.0.2.${turn}, 203.0.113.200`);
  expect(counts[429]).toBeGreaterThan(0);
  expect((counts[401] ?? 0) + (counts[429] ?? 0)).toBe(attempts);
});

test('without the CDN’s ranges, shoppers of one edge share a limit', slow, async () => {
  expect((await failedSignIns(withoutRanges, (turn) => `203.0.113.${turn}`))[429]).toBeGreaterThan(0);
});
