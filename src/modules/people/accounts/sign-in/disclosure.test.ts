import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { givenPerson, signIn } from '../../../../../tests/support/account.ts';
import { newVisitor, type Answer, type TestVisitor } from '../../../../../tests/support/browser-like.ts';
import { openTestShop, type TestShop } from '../../../../../tests/support/shop.ts';

let shop: TestShop;
let known: string;
let unconfirmed: string;
beforeAll(async () => {
  shop = await openTestShop();
  known = (await givenPerson(shop)).email;
  unconfirmed = 'unconfirmed@example.com';
  await newVisitor(shop).send('POST', '/auth/sign-up/email', {
    email: unconfirmed,
    password: 'tulip-7-x',
    name: 'U N',
  });
});
afterAll(() => shop.close());

let asked = 0;
const nobody = () => {
  asked += 1;
  return `nobody${asked}@example.com`;
};

type Ask = (visitor: TestVisitor, email: string) => Promise<Answer>;
const calls: [string, Ask][] = [
  ['sign-in with a wrong password', (visitor, email) => signIn(visitor, email, 'not-this-one')],
  [
    'sign-up',
    (visitor, email) => visitor.send('POST', '/auth/sign-up/email', { email, password: 'tulip-7-x', name: 'A B' }),
  ],
  [
    'asking for a new password',
    (visitor, email) => visitor.send('POST', '/auth/request-password-reset', { email, redirectTo: '/auth/reset' }),
  ],
  [
    'asking for another confirmation link',
    (visitor, email) => visitor.send('POST', '/auth/send-verification-email', { email }),
  ],
];

async function timed(ask: Ask, email: string): Promise<number> {
  const begun = performance.now();
  await ask(newVisitor(shop), email);
  return performance.now() - begun;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** An answer without what is different in each: the id and the times of a new account. */
const plain = ({ status, body }: Answer) =>
  JSON.stringify({ status, body }).replaceAll(/"(id|email|createdAt|updatedAt)":"[^"]*"/g, '"$1":""');

/** How far the medians of nine calls each are apart, in ms: for nobody, and for whichever account is furthest from it. */
async function difference(ask: Ask): Promise<number> {
  const times = { account: [] as number[], unconfirmed: [] as number[], nobody: [] as number[] };
  for (let turn = 1; turn <= 9; turn += 1) {
    times.account.push(await timed(ask, known));
    times.unconfirmed.push(await timed(ask, unconfirmed));
    times.nobody.push(await timed(ask, nobody()));
  }
  const base = median(times.nobody);
  return Math.max(...[times.account, times.unconfirmed].map((one) => Math.abs(median(one) - base)));
}

const slow = { timeout: 180_000 };

describe.each(calls)('%s', (_what, ask) => {
  test('says the same of an account, of one that is not confirmed, and of nobody', async () => {
    const answers = [];
    for (const email of [nobody(), known, unconfirmed]) answers.push(plain(await ask(newVisitor(shop), email)));
    expect(answers[1]).toBe(answers[0]);
    expect(answers[2]).toBe(answers[0]);
  });

  test('takes as long for an account as for nobody: the medians differ by less than 10 ms', slow, async () => {
    const differences: number[] = [];
    // A busy machine may spoil a round; what tells accounts apart tells them apart in each.
    while (differences.length < 3 && !differences.some((one) => one < 10)) differences.push(await difference(ask));
    expect(Math.min(...differences)).toBeLessThan(10);
  });
});
