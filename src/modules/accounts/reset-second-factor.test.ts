import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';

import { shopMails } from '#app/mail-registry.server.ts';
import { sendMail } from '#modules/email/send-mail.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import { stringProperty } from '#shared/read-property.ts';

import { givenAuthenticator, givenPerson, givenSignedIn, signIn } from '../../../tests/support/account.ts';
import { changesOf } from '../../../tests/support/audit-entries.ts';
import { newVisitor, type TestVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { totpCode } from '../../../tests/support/totp.ts';
import { resetSecondFactor } from './reset-second-factor.server.ts';
import { devices, securityEvents, sessions, twoFactors } from './tables.server.ts';

const test = testWithShop().extend('ada', { scope: 'file' }, async ({ shop }) => ({
  ...(await givenPerson(shop, 'admin')),
  requestId: 'r-1',
}));

/** Creates an admin with an authenticator who is signed in. */
async function givenSecured(shop: TestShop) {
  const person = await givenSignedIn(shop, 'admin');
  return { ...person, ...(await givenAuthenticator(shop, person.visitor)) };
}

const commandLine = { id: null, email: 'command line', requestId: 'make-admin' };
const whoIsIn = async (visitor: TestVisitor) =>
  stringProperty((await visitor.send('GET', '/session')).body.user, 'email');

/** Sends the only mail of a kind to an address and returns it. */
async function sentMail(shop: TestShop, to: string, kind: string) {
  const isIt = and(eq(mails.toAddress, to), eq(mails.kind, kind));
  const [queued] = await shop.ctx.db.select().from(mails).where(isIt);
  await sendMail(shop.ctx, shopMails, queued?.id ?? '');
  const [sent] = await shop.ctx.db.select().from(mails).where(isIt);
  return { stored: JSON.stringify(queued?.content), text: sent?.text ?? '' };
}

test('after a reset by another admin the password alone signs in, and nothing of before does', async ({
  shop,
  ada,
}) => {
  const bo = await givenSecured(shop);
  const pending = newVisitor(shop);
  await signIn(pending, bo.email);
  expect(await whoIsIn(pending)).toBe('');
  expect(await resetSecondFactor(shop.ctx, ada, bo.id)).toEqual({ ok: true, value: null });
  const { db } = shop.ctx;
  const left = [sessions, devices, twoFactors].map((table) => db.$count(table, eq(table.userId, bo.id)));
  expect([await whoIsIn(bo.visitor), ...(await Promise.all(left))]).toEqual(['', 0, 0, 0]);
  for (const code of [totpCode(bo.secret, 1), bo.backupCodes[0]]) {
    await pending.send('POST', '/auth/two-factor/verify-totp', { code });
    await pending.send('POST', '/auth/two-factor/verify-backup-code', { code });
  }
  expect(await whoIsIn(pending)).toBe('');
  const again = newVisitor(shop);
  await signIn(again, bo.email);
  expect(await whoIsIn(again)).toBe(bo.email);
  await givenAuthenticator(shop, again);
  expect(await whoIsIn(again)).toBe(bo.email);
}, 120_000);

test('a reset is audited, in the security log, and mailed to the account and the admin', async ({ shop }) => {
  const bo = await givenSecured(shop);
  const cy = { ...(await givenPerson(shop, 'admin')), requestId: 'r-2' };
  await resetSecondFactor(shop.ctx, cy, bo.id);
  const [change] = await changesOf(shop.ctx.db, { subject: `user:${bo.id}` });
  expect(change).toMatchObject({
    actorEmail: cy.email,
    action: 'user.second_factor_reset',
    before: { authenticator: true },
    after: { authenticator: false, endedSessions: 1 },
  });
  const isOfBo = and(eq(securityEvents.accountId, bo.id), eq(securityEvents.kind, 'second_factor_reset'));
  const events = await shop.ctx.db.select().from(securityEvents).where(isOfBo);
  expect(events.map(({ subject }) => subject)).toEqual(['by an admin']);
  expect((await sentMail(shop, bo.email, 'second_factor_reset')).text).toContain(
    'http://localhost:3000/account/security',
  );
  const toCy = await sentMail(shop, cy.email, 'second_factor_reset_by');
  expect(toCy.text).toContain(`You turned off the authenticator of ${bo.email}, and`);
  expect(toCy.stored, 'erasing the account erases its address').not.toContain(bo.email);
}, 120_000);

test('a reset from the command line names it in both logs and mails the account alone', async ({ shop }) => {
  const bo = await givenSecured(shop);
  const before = await shop.ctx.db.$count(mails);
  expect(await resetSecondFactor(shop.ctx, commandLine, bo.id)).toEqual({ ok: true, value: null });
  const [change] = await changesOf(shop.ctx.db, { subject: `user:${bo.id}` });
  expect([change?.actorEmail, change?.actorId]).toEqual(['command line', null]);
  const events = await shop.ctx.db.select().from(securityEvents).where(eq(securityEvents.accountId, bo.id));
  expect(events.map(({ subject }) => subject)).toContain('by command line');
  expect(await shop.ctx.db.$count(mails)).toBe(before + 1);
}, 120_000);

test('two resets at once: one resets, the other finds no second factor', async ({ shop, ada }) => {
  const bo = await givenSecured(shop);
  const both = await Promise.all([ada, commandLine].map((actor) => resetSecondFactor(shop.ctx, actor, bo.id)));
  expect(both.map((one) => (one.ok ? 'reset' : one.reason)).toSorted()).toEqual(['no_second_factor', 'reset']);
}, 120_000);

test('an own, a missing and an unknown second factor are refused, and nothing is changed', async ({ shop, ada }) => {
  const bo = await givenSecured(shop);
  const self = { id: bo.id, email: bo.email, requestId: 'r' };
  expect(await resetSecondFactor(shop.ctx, self, bo.id)).toEqual({ ok: false, reason: 'own_account' });
  const missing = '00000000-0000-4000-8000-000000000000';
  expect(await resetSecondFactor(shop.ctx, ada, missing)).toEqual({ ok: false, reason: 'no_user' });
  const plain = await givenSignedIn(shop);
  expect(await resetSecondFactor(shop.ctx, ada, plain.id)).toEqual({ ok: false, reason: 'no_second_factor' });
  expect([await whoIsIn(bo.visitor), await whoIsIn(plain.visitor)]).toEqual([bo.email, plain.email]);
  expect(await changesOf(shop.ctx.db, { subject: `user:${bo.id}` })).toEqual([]);
}, 120_000);
