import { globSync, readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { auditEntries } from '#modules/audit/tables.server.ts';

import { sendForm } from '../../../tests/support/page-requests.ts';
import { test } from '../../../tests/support/shop-test.ts';
import { action as deleteAccount } from '../account/delete.tsx';
import { action as progress } from '../account/progress.tsx';
import { action as apiKeys } from '../admin/api-keys.tsx';
import { action as contentDocument } from '../admin/content-document.tsx';
import { action as content } from '../admin/content.tsx';
import { action as customer } from '../admin/customer.tsx';
import { action as promotion } from '../admin/discount-promotion.tsx';
import { action as emails } from '../admin/subscribers.tsx';
import { action as launch } from '../admin/launch.tsx';
import { action as mails } from '../admin/email-log.tsx';
import { action as order } from '../admin/order.tsx';
import { action as people } from '../admin/team.tsx';
import { action as phoneOrder } from '../admin/phone-order.tsx';
import { action as product } from '../admin/product.tsx';
import { action as webhooks } from '../admin/webhooks.tsx';

type Action = (args: never) => unknown;

/** Forms whose action cannot be undone, by page. */
const forms: [string, Action, string[]][] = [
  ['/account/delete', deleteAccount, ['delete']],
  ['/account/progress', progress, ['delete']],
  ['/admin/api-keys', apiKeys, ['revoke']],
  ['/admin/content', content, ['delete-pictures']],
  ['/admin/content/landing', contentDocument, ['discard', 'restore']],
  ['/admin/customers/guest@example.com', customer, ['erase', 'reset-second-factor']],
  ['/admin/discounts/promotions/1', promotion, ['delete']],
  ['/admin/emails', emails, ['stop']],
  ['/admin/launch', launch, ['take_back', 'remove_samples']],
  ['/admin/mails', mails, ['resend']],
  ['/admin/orders/HR-22222222', order, ['cancel', 'refund-tax']],
  ['/admin/people', people, ['remove']],
  ['/admin/phone-orders/1', phoneOrder, ['withdraw']],
  ['/admin/product', product, ['counting-ended', 'picture-remove']],
  ['/admin/webhooks', webhooks, ['renew', 'disable', 'remove']],
];

test.for(forms.flatMap(([path, action, names]) => names.map((name) => ({ path, action, name }))))(
  '$name of $path asks before it does anything',
  async ({ path, action, name }, { shop }) => {
    const { status, answer } = await sendForm(shop, { action, path }, { form: name, sure: '' });
    expect([status, answer.ok, answer.question, answer.issues]).toEqual([200, false, 'final', {}]);
    expect(await shop.ctx.db.$count(auditEntries)).toBe(0);
  },
);

test('no other page asks with a browser dialog, or in a way of its own', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file));
  const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const calling = (pattern: RegExp) =>
    sources
      .filter(({ text }) => pattern.test(text))
      .map(({ file }) => file)
      .toSorted();
  expect(calling(/(?<![\w.])(?:window\.)?(?:confirm|prompt|alert)\('/)).toEqual([]);
  expect(calling(/question: '(?:sure|final)'/)).toEqual([
    'src/pages/admin/orders/tax-question.server.ts',
    'src/pages/forms/confirm-address.server.ts',
    'src/pages/forms/form-action.server.ts',
  ]);
});
