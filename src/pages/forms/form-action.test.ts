import { expect } from 'vitest';
import { z } from 'zod';

import { pageAuth } from '#modules/accounts/auth-service.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';
import type { FormResponse } from '#ui/form-response.ts';

import { givenSignedIn, password, requestOf } from '../../../tests/support/account.ts';
import { formOf, pageCall } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { withRecentPassword, formSuccess, formAction, withParsedFields } from './form-action.server.ts';
let owner: SignedInUser;
const saved: string[] = [];
test.beforeAll(async ({ shop }) => {
  const { visitor } = await givenSignedIn(shop, 'admin');
  owner = (await requestOf(shop, visitor)).user;
});

const schema = z.object({ title: z.string().min(3, 'Enter at least 3 characters') });
const save = withParsedFields(schema, async (_sent, { title }) => {
  saved.push(title);
  return formSuccess('Saved');
});
const action = formAction({ save, power: withRecentPassword(save) });

async function send(shop: TestShop, fields: Record<string, string>, minutesSinceConfirmed = 0) {
  const confirmedAt = new Date(Date.now() - minutesSinceConfirmed * 60_000);
  const call = pageCall(shop, '/admin/settings', { ...owner, confirmedAt }, formOf(fields));
  call.context.set(pageAuth, shop.auth);
  const answer = await action(call);
  if (answer instanceof Response) throw new Error('the form led elsewhere');
  return { status: answer.init?.status, ...answer.data };
}

const blank: Omit<FormResponse, 'form' | 'ok' | 'message'> = {
  reason: '',
  issues: {},
  values: {},
  conflict: false,
  question: null,
  result: null,
};

test('a valid form is saved and returns empty fields', async ({ shop }) => {
  const answer = await send(shop, { form: 'save', title: 'Rose' });
  expect(answer).toEqual({ ...blank, status: 200, form: 'save', ok: true, message: 'Saved' });
  expect(saved.splice(0)).toEqual(['Rose']);
});

test('an invalid form names the field, returns the submitted values and saves nothing', async ({ shop }) => {
  const values = { form: 'save', id: 'row-1', title: 'Ro' };
  expect(await send(shop, values)).toEqual({
    ...blank,
    status: 422,
    form: 'save-row-1',
    ok: false,
    reason: 'invalid',
    message: 'One field needs attention. Nothing was saved.',
    issues: { title: 'Enter at least 3 characters' },
    values,
  });
  expect(saved).toEqual([]);
});

test('a refusal never returns a submitted password or sign-in code', async ({ shop }) => {
  const secrets = { password: 'rose-1', 'new-password': 'rose-2', 'one-time-code': '123456' };
  const { status, values } = await send(shop, { form: 'save', title: 'Ro', ...secrets });
  expect([status, values]).toEqual([422, { form: 'save', title: 'Ro' }]);
});

test.for(['', 'constructor', 'delete'])('a form named "%s" answers 404', async (form, { shop }) => {
  await expect(send(shop, { form, title: 'Rose' })).rejects.toMatchObject({ status: 404 });
});

test('15 minutes after the last password a form asks for it again, accepts it and never returns it', async ({
  shop,
}) => {
  const values = { form: 'power', title: 'Rose' };
  const question = await send(shop, values, 15);
  expect(question).toMatchObject({ status: 403, ok: false, question: 'password', values });
  const wrong = await send(shop, { ...values, 'confirm-password': 'not-this-one' }, 15);
  expect([wrong.status, wrong.question, wrong.values]).toEqual([422, 'password', values]);
  expect(JSON.stringify(wrong)).not.toContain('not-this-one');
  expect(saved).toEqual([]);
  const proven = await send(shop, { ...values, 'confirm-password': password }, 15);
  expect([proven.status, proven.ok, saved.splice(0)]).toEqual([200, true, ['Rose']]);
});
