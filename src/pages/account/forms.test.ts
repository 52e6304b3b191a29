import { eq } from 'drizzle-orm';
import { expect, onTestFinished, vi } from 'vitest';

import { pageAuth } from '#modules/accounts/auth-service.server.ts';
import { confirmRefusals } from '#modules/accounts/accounts.schema.ts';
import { twoFactors, users } from '#modules/accounts/tables.server.ts';

import {
  givenAuthenticator,
  givenConfirmed,
  givenSignedIn,
  password,
  requestOf,
  signIn,
} from '../../../tests/support/account.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { formOf, pageCall } from '../../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../../tests/support/shop-test.ts';
import { listAddresses } from '#modules/accounts/saved-addresses.queries.server.ts';

import { action as addressAction } from './address.tsx';
import { totpCode } from '../../../tests/support/totp.ts';
import { action as signInAction } from './auth.tsx';
import { action as deleteAction } from './delete.tsx';
import { loader as profileLoader } from './profile.tsx';
import { action as securityAction } from './security.tsx';

type Fields = Record<string, string>;
type Call = ReturnType<typeof pageCall>;

function callOf(shop: TestShop, path: string, user: Parameters<typeof pageCall>[2], fields: Fields): Call {
  const call = pageCall(shop, path, user, formOf(fields));
  call.context.set(pageAuth, shop.auth);
  return call;
}

const wrong = 'not-this-password';

test.for<[Fields, number]>([
  [{ form: 'in', password: wrong }, 401],
  [{ form: 'up', password: '12345' }, 422],
  [{ form: 'code', 'one-time-code': '987654' }, 401],
])(
  'the sign-in form %j returns the typed values except password and code',
  async ([typed, status], { shop, person: { email } }) => {
    const answer = await signInAction(callOf(shop, '/auth', null, { ...typed, email }));
    if (answer instanceof Response) throw new Error('the form led elsewhere');
    expect([answer.init?.status, answer.data.ok, answer.data.values.email]).toEqual([status, false, email]);
    const secret = typed.password ?? typed['one-time-code'] ?? '';
    expect(JSON.stringify(answer.data)).not.toContain(secret);
  },
);

test('an address with a foreign ZIP is questioned once in the plain form, and saved after ticking the box', async ({
  shop,
  customer: { visitor },
}) => {
  const { user } = await requestOf(shop, visitor);
  const typed = {
    form: 'address',
    street: '1 Main Street',
    city: 'Berlin',
    state: 'NY',
    postalCode: '10115',
    country: 'US',
  };
  const save = (more: Fields = {}) => {
    const call = callOf(shop, '/account/addresses/new', user, { ...typed, ...more });
    return addressAction({ ...call, params: { id: 'new' } });
  };
  const firstAnswer = await save();
  if (firstAnswer instanceof Response) throw new Error('the address was saved');
  const sentence = 'ZIP code 10115 is in New York, NY. Please check it, or confirm that the address is right.';
  expect(firstAnswer.data).toMatchObject({
    ok: false,
    question: 'sure',
    issues: { postalCode: sentence },
    values: typed,
  });
  expect(await listAddresses(shop.ctx.db, user.id)).toEqual([]);
  expect(await save({ isSure: 'on' })).toMatchObject({ status: 303 });
  expect(await listAddresses(shop.ctx.db, user.id)).toMatchObject([{ city: 'Berlin', postalCode: '10115' }]);
});

test('a profile knows if its address was confirmed in this browser: otherwise the download is incomplete', async ({
  shop,
}) => {
  const email = 'two-browsers@example.com';
  const [confirmed, other] = [await givenConfirmed(shop, email), newVisitor(shop)];
  await signIn(other, email);
  const shown = async (visitor: TestVisitor) => {
    const call = pageCall(shop, '/account/profile', (await requestOf(shop, visitor)).user);
    return (await profileLoader(call)).isConfirmedHere;
  };
  expect([await shown(confirmed), await shown(other)]).toEqual([true, false]);
});

test('the form that turns off an authenticator never returns the password, even a wrong one', async ({
  shop,
  admin: { visitor },
}) => {
  await givenAuthenticator(shop, visitor);
  const { user } = await requestOf(shop, visitor);
  const answer = await securityAction(callOf(shop, '/account/security', user, { form: 'end', password: wrong }));
  if (answer instanceof Response) throw new Error('the form led elsewhere');
  expect([answer.init?.status, answer.data.issues.password]).toEqual([
    422,
    'That password or code is incorrect. Try again.',
  ]);
  expect(JSON.stringify(answer.data)).not.toContain(wrong);
});

test('setting up an authenticator that is already on says so, and leaves it as it was', async ({
  shop,
  admin: { visitor, id },
}) => {
  await givenAuthenticator(shop, visitor);
  const { user, request } = await requestOf(shop, visitor);
  const begin = async (typed: string) => {
    const call = callOf(shop, '/account/security', user, { form: 'begin', password: typed });
    for (const [name, value] of request.headers) call.request.headers.set(name, value);
    const answer = await securityAction(call);
    if (answer instanceof Response) throw new Error('the form led elsewhere');
    const { ok, message, issues } = answer.data;
    return { status: answer.init?.status, ok, message, issues };
  };
  const stored = () => shop.ctx.db.select().from(twoFactors).where(eq(twoFactors.userId, id));
  const before = await stored();
  const alreadyOn = 'Your authenticator is already on. Reload this page to manage it.';
  expect(await begin(password)).toEqual({ status: 422, ok: false, message: alreadyOn, issues: {} });
  const notRight = confirmRefusals.wrong;
  expect(await begin(wrong)).toEqual({ status: 422, ok: false, message: notRight, issues: { password: notRight } });
  expect(await stored()).toEqual(before);
});

test.for(['end', 'renew'])(
  'the authenticator form %s needs a code: the password alone changes nothing',
  async (form, { shop }) => {
    // A used code must still be the current one when it is sent again.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const { visitor, id } = await givenSignedIn(shop, 'admin');
    const { secret, backupCodes } = await givenAuthenticator(shop, visitor);
    const { user, request } = await requestOf(shop, visitor);
    const send = async (fields: Fields) => {
      const call = callOf(shop, '/account/security', user, { form, password, ...fields });
      for (const [name, value] of request.headers) call.request.headers.set(name, value);
      const answer = await securityAction(call);
      return answer instanceof Response
        ? { status: answer.status, issues: {} }
        : { status: answer.init?.status, issues: answer.data.issues };
    };
    const stored = () => shop.ctx.db.select().from(twoFactors).where(eq(twoFactors.userId, id));
    const before = await stored();
    const wrongCode = { 'one-time-code': 'This code is not right. Please try the next one.' };
    expect(await send({})).toEqual({ status: 422, issues: wrongCode });
    expect(await send({ 'one-time-code': 'AAAAA-BBBBB' })).toEqual({ status: 422, issues: wrongCode });
    const used = { 'one-time-code': confirmRefusals.used };
    expect(await send({ 'one-time-code': totpCode(secret) })).toEqual({ status: 422, issues: used });
    expect(await send({ 'one-time-code': backupCodes[0] ?? '', password: wrong })).toMatchObject({ status: 422 });
    expect((await stored())[0]).toMatchObject({ backupCodes: before[0]?.backupCodes, verified: true });
    const done = await send({ 'one-time-code': backupCodes[0] ?? '' });
    expect(done.issues).toEqual({});
    expect((await stored())[0]?.backupCodes).not.toBe(before[0]?.backupCodes);
  },
);

test('an account can be deleted without scripts, with the password that the form requests after 15 minutes', async ({
  shop,
  customer: { visitor, id },
}) => {
  const { user } = await requestOf(shop, visitor);
  const later = { ...user, confirmedAt: new Date(Date.now() - 15 * 60_000) };
  const send = async (fields: Fields) =>
    deleteAction(callOf(shop, '/account/delete', later, { form: 'delete', ...fields }));
  expect(await send({})).toMatchObject({ data: { question: 'final' } });
  expect(await send({ sure: 'on' })).toMatchObject({ init: { status: 403 }, data: { question: 'password' } });
  const ids = async () => (await shop.ctx.db.select({ id: users.id }).from(users)).map((row) => row.id);
  expect(await ids()).toContain(id);
  expect(await send({ sure: 'on', 'confirm-password': password })).toMatchObject({ status: 303 });
  expect(await ids()).not.toContain(id);
});
