import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { pageAuth } from '#modules/accounts/auth.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import type { FormAnswer } from '#ui/form-answer.ts';

import { givenSignedIn, password, requestOf } from '../../../tests/support/account.ts';
import { formOf, pageCall } from '../../../tests/support/page-requests.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { confirmed, done, formAction, parsed } from './form-action.server.ts';

let shop: TestShop;
let owner: SignedInUser;
const saved: string[] = [];
beforeAll(async () => {
  shop = await openTestShop();
  const { visitor } = await givenSignedIn(shop, 'admin');
  owner = (await requestOf(shop, visitor)).user;
});
afterAll(() => shop.close());

const schema = z.object({ title: z.string().min(3, 'Enter at least 3 characters') });
const save = parsed(schema, async (_sent, { title }) => {
  saved.push(title);
  return done('Saved');
});
const action = formAction({ save, power: confirmed(save) });

async function send(fields: Record<string, string>, minutesSinceConfirmed = 0) {
  const confirmedAt = new Date(Date.now() - minutesSinceConfirmed * 60_000);
  const call = pageCall(shop, '/admin/settings', { ...owner, confirmedAt }, formOf(fields));
  call.context.set(pageAuth, shop.auth);
  const answer = await action(call);
  if (answer instanceof Response) throw new Error('the form led elsewhere');
  return { status: answer.init?.status, ...answer.data };
}

const blank: Omit<FormAnswer, 'form' | 'ok' | 'message'> = {
  issues: {},
  values: {},
  conflict: false,
  question: null,
  result: null,
};

test('a valid form is saved and returns empty fields', async () => {
  const answer = await send({ form: 'save', title: 'Rose' });
  expect(answer).toEqual({ ...blank, status: 200, form: 'save', ok: true, message: 'Saved' });
  expect(saved.splice(0)).toEqual(['Rose']);
});

test('an invalid form names the field, returns the submitted values and saves nothing', async () => {
  const values = { form: 'save', id: 'row-1', title: 'Ro' };
  expect(await send(values)).toEqual({
    ...blank,
    status: 422,
    form: 'save-row-1',
    ok: false,
    message: 'One field needs your attention. Nothing was saved.',
    issues: { title: 'Enter at least 3 characters' },
    values,
  });
  expect(saved).toEqual([]);
});

test('a refusal never returns a submitted password or sign-in code', async () => {
  const secrets = { password: 'rose-1', 'new-password': 'rose-2', 'one-time-code': '123456' };
  const { status, values } = await send({ form: 'save', title: 'Ro', ...secrets });
  expect([status, values]).toEqual([422, { form: 'save', title: 'Ro' }]);
});

test.each(['', 'constructor', 'delete'])('a form named "%s" answers 404', async (form) => {
  await expect(send({ form, title: 'Rose' })).rejects.toMatchObject({ status: 404 });
});

test('15 minutes after the last password a form asks for it again, accepts it and never returns it', async () => {
  const values = { form: 'power', title: 'Rose' };
  const question = await send(values, 15);
  expect(question).toMatchObject({ status: 403, ok: false, question: 'password', values });
  const wrong = await send({ ...values, 'confirm-password': 'not-this-one' }, 15);
  expect([wrong.status, wrong.question, wrong.values]).toEqual([422, 'password', values]);
  expect(JSON.stringify(wrong)).not.toContain('not-this-one');
  expect(saved).toEqual([]);
  const proven = await send({ ...values, 'confirm-password': password }, 15);
  expect([proven.status, proven.ok, saved.splice(0)]).toEqual([200, true, ['Rose']]);
});
