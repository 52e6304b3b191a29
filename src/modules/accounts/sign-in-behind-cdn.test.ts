import { expect } from 'vitest';

import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, shopFixture, type TestShop } from '../../../tests/support/shop-test.ts';

const behindProxy = { RATE_LIMITS: 'on', TRUST_PROXY: 'true' };

const test = testWithShop({ settings: { ...behindProxy, TRUSTED_PROXIES: '198.51.100.0/24' } }).extend(
  'withoutRanges',
  { scope: 'file' },
  shopFixture({ settings: behindProxy }),
);

/**
 * Returns counts by status of failed sign-ins to separate accounts, each from the client returned
 * by `clientOf`.
 */
async function failedSignIns(at: TestShop, count: number, clientOf: (turn: number) => string) {
  const turns = Array.from({ length: count }, (_, index) => index + 1);
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

/** Takes 18 of the 20 attempts of an address, without a password check for each. */
async function givenTwoLeft({ limits }: TestShop, ip: string): Promise<void> {
  const byIp = { name: 'sign-in-ip', points: 20, seconds: 900 };
  for (let taken = 1; taken <= 18; taken += 1) await limits.consume(byIp, ip);
}

/** Hashes 21 passwords: more than the usual 30 s on a busy machine. */
const slow = { timeout: 120_000 };

test('twenty-one shoppers behind one CDN edge each have their own sign-in limits', slow, async ({ shop }) => {
  expect(await failedSignIns(shop, 21, (turn) => `203.0.113.${turn}`)).toEqual({ 401: 21 });
});

test('one address behind a CDN edge is limited, no matter what it sends in X-Forwarded-For', slow, async ({ shop }) => {
  await givenTwoLeft(shop, '203.0.113.200');
  const counts = await failedSignIns(shop, 3, (turn) => `192.0.2.${turn}, 203.0.113.200`);
  expect(counts).toEqual({ 401: 2, 429: 1 });
});

test('without the CDN’s ranges, shoppers of one edge share a limit', slow, async ({ withoutRanges }) => {
  await givenTwoLeft(withoutRanges, '198.51.100.9');
  expect(await failedSignIns(withoutRanges, 3, (turn) => `203.0.113.${turn}`)).toEqual({ 401: 2, 429: 1 });
});
