import { expect } from 'vitest';

import { emailProblem } from '#modules/accounts/sign-in.ts';
import { contactIssues as checkoutIssues } from '#shared/contact.ts';
import { contactIssue } from '#modules/contact/contact-message.ts';
import { captureRefusals } from '#modules/marketing/email-capture.schema.ts';

import { signUp } from './support/account.ts';
import {
  contact,
  fillCart,
  finalize,
  givenProduct,
  givenShipping,
  newVisitor,
  openCheckout,
} from './support/shop-visitor.ts';
import { testWithShop, type TestShop } from './support/shop-test.ts';

const test = testWithShop({ prepare: givenShipping });

const taken = ['mia@example.com', "o'brien@example.com", 'mia.rose+wand@mail.example.co.uk', 'mia@example.photography'];
const refused = [
  'mia',
  'mia@example',
  'müller@example.de',
  'mia@example..com',
  'mia..rose@example.com',
  'mia,rose@example.com',
  'mia@example.com, eve@example.com',
  'mia@-example.com',
  `${'m'.repeat(65)}@example.com`,
];

/** Returns the addresses that each form accepts. */
async function answers(shop: TestShop) {
  const shopper = newVisitor(shop);
  await fillCart(shopper, await givenProduct(shop));
  const { checkoutId } = await openCheckout(shopper);
  const message = { name: 'Mia', subject: 'Hello', message: 'Hello' };
  const places: Record<string, (email: string) => Promise<{ status: number }>> = {
    checkout: (email) => finalize(shopper, checkoutId, { customer_info: { ...contact, email } }),
    contact: (email) => newVisitor(shop).send('POST', '/send-contact-email', { ...message, email }),
    newsletter: (email) => newVisitor(shop).send('POST', '/capture-email', { email, trigger: 'newsletter' }),
    'sign-up': (email) => signUp(newVisitor(shop), email),
  };
  const found: Record<string, string[]> = {};
  for (const [place, send] of Object.entries(places)) {
    found[place] = [];
    for (const email of [...taken, ...refused]) if ((await send(email)).status === 200) found[place].push(email);
  }
  return found;
}

test('checkout, contact form, newsletter and sign-up accept the same email addresses', async ({ shop }) => {
  expect(await answers(shop)).toEqual({ checkout: taken, contact: taken, newsletter: taken, 'sign-up': taken });
}, 120_000);

test.each(refused)('%s is refused by all four forms with the same message', (email) => {
  const sentence = 'Enter a complete email address, for example name@example.com';
  expect([
    checkoutIssues({ ...contact, email }).email,
    contactIssue('email', email),
    captureRefusals.bad_address,
    emailProblem(email),
  ]).toEqual([sentence, sentence, sentence, sentence]);
});
