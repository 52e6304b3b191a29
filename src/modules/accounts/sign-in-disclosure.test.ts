import { describe, expect } from 'vitest';

import { givenPerson, signIn, signUp } from '../../../tests/support/account.ts';
import { newVisitor, type Answer, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
let known: string;
let unconfirmed: string;
test.beforeAll(async ({ shop }) => {
  known = (await givenPerson(shop)).email;
  unconfirmed = 'unconfirmed@example.com';
  await signUp(newVisitor(shop), unconfirmed, 'tulip-7-x');
});

let nobodyCount = 0;
const nobody = () => {
  nobodyCount += 1;
  return `nobody${nobodyCount}@example.com`;
};

type Ask = (visitor: TestVisitor, email: string) => Promise<Answer>;
const calls: [string, Ask][] = [
  ['sign-in with a wrong password', (visitor, email) => signIn(visitor, email, 'not-this-one')],
  ['sign-up', (visitor, email) => signUp(visitor, email, 'tulip-7-x')],
  [
    'asking for a new password',
    (visitor, email) => visitor.send('POST', '/auth/request-password-reset', { email, redirectTo: '/auth/reset' }),
  ],
  [
    'asking for another confirmation link',
    (visitor, email) => visitor.send('POST', '/auth/send-verification-email', { email }),
  ],
];

async function timed(shop: TestShop, ask: Ask, email: string): Promise<number> {
  const begun = performance.now();
  await ask(newVisitor(shop), email);
  return performance.now() - begun;
}

/** Returns a response without the id and times of a new account, which always differ. */
const plain = ({ status, body }: Answer) =>
  JSON.stringify({ status, body }).replaceAll(/"(id|email|createdAt|updatedAt)":"[^"]*"/g, '"$1":""');

/**
 * Returns the largest difference, in ms, between the fastest call for nobody and the fastest for
 * each account. Disturbances only slow calls down, so the fastest of a few is the work that every
 * call does.
 */
async function difference(
  shop: TestShop,
  ask: Ask,
  fastest: Record<'account' | 'unconfirmed' | 'nobody', number>,
): Promise<number> {
  for (let call = 1; call <= 5; call += 1) {
    fastest.account = Math.min(fastest.account, await timed(shop, ask, known));
    fastest.unconfirmed = Math.min(fastest.unconfirmed, await timed(shop, ask, unconfirmed));
    fastest.nobody = Math.min(fastest.nobody, await timed(shop, ask, nobody()));
  }
  return Math.max(...[fastest.account, fastest.unconfirmed].map((one) => Math.abs(one - fastest.nobody)));
}

const slow = { timeout: 180_000 };

describe.each(calls)('%s', (_what, ask) => {
  test('responds the same for an account, an unconfirmed one, and nobody', async ({ shop }) => {
    const emails = [nobody(), known, unconfirmed];
    const answers = (await Promise.all(emails.map((email) => ask(newVisitor(shop), email)))).map(plain);
    expect(answers[1]).toBe(answers[0]);
    expect(answers[2]).toBe(answers[0]);
  });

  test(
    'takes as long for an account as for nobody: the fastest calls differ by less than 10 ms',
    slow,
    async ({ shop }) => {
      const fastest = { account: Infinity, unconfirmed: Infinity, nobody: Infinity };
      let apart = Infinity;
      // On a busy machine all five calls of one kind may miss the multiple of 250 ms at which
      // undisturbed ones leave. A real difference between accounts remains after sixty.
      for (let round = 1; round <= 12 && apart >= 10; round += 1) apart = await difference(shop, ask, fastest);
      expect(apart).toBeLessThan(10);
    },
  );
});
