import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenAuthenticator, givenPerson, linkFor, requestOf, signIn } from '../../../tests/support/account.ts';
import { formOf, pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts';
import { action, loader } from '../../pages/account/auth-invitation.tsx';
import { action as peopleAction, loader as people } from '../../pages/admin/people.tsx';
import { pageAuth } from './auth.server.ts';
import { acceptInvitation } from './invitations.server.ts';
import { invitations, userRoles, users } from './tables.server.ts';

let shop: TestShop;
let admin: ReturnType<typeof signedIn>;
let laterMs = 0;
beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(Date.now() + laterMs) });
  admin = signedIn({ ...(await givenPerson(shop, 'admin')), confirmedAt: new Date(Date.now() + 30 * 86_400_000) });
});
afterAll(() => shop.close());
beforeEach(() => {
  laterMs = 0;
});

const path = '/admin/people';
let invited = 0;

/** Sends a form of the page of people, as an admin. */
async function send(form: string, fields: Record<string, string>) {
  const answer = await peopleAction(pageCall(shop, path, admin, formOf({ form, ...fields })));
  if (answer instanceof Response) throw new Error('a form led elsewhere');
  return answer.data;
}

/** Invites a new address. Returns it with its mailed link. */
async function givenInvitation(role = 'staff', email = `invited${(invited += 1)}@example.com`) {
  expect(await send('invite', { email, role })).toMatchObject({ ok: true });
  const [row] = await shop.ctx.db.select().from(invitations).where(eq(invitations.email, email));
  return { email, id: row?.id ?? '', link: await linkFor(shop, email, 'invitation') };
}

const person = { firstName: 'Cy', lastName: 'Stone', password: 'violet-kettle-91-harbor' };

const at = (link: URL) => `${link.pathname}${link.search}`;
const shownAt = async (link: URL) => (await loader(pageCall(shop, at(link), null))).invitation;

/** Presses the button on the page of a link, as a guest. */
async function accept(link: URL, fields: Record<string, string> = person) {
  const call = pageCall(shop, at(link), null, formOf({ form: 'accept', ...fields }));
  call.context.set(pageAuth, shop.auth);
  return action(call);
}

const roleOf = async (email: string) =>
  (
    await shop.ctx.db
      .select({ role: userRoles.role })
      .from(userRoles)
      .innerJoin(users, eq(users.id, userRoles.userId))
      .where(eq(users.email, email))
  ).map(({ role }) => role);

const ended = { data: { message: expect.stringContaining('was accepted or withdrawn, or has expired') } };

test('an invited person sets a password, and the role counts once the authenticator is on', async () => {
  const { email, id, link } = await givenInvitation('staff');
  const [row] = await shop.ctx.db.select().from(invitations).where(eq(invitations.id, id));
  expect(JSON.stringify(row)).not.toContain(link.searchParams.get('token'));
  expect(await shownAt(link)).toEqual({ email, role: 'staff', hasAccount: false });
  const accepted = await accept(link);
  expect(accepted instanceof Response && accepted.headers.get('location')).toBe('/admin');
  const visitor = newVisitor(shop);
  await signIn(visitor, email, person.password);
  const rights = async () => (await requestOf(shop, visitor)).user;
  expect(await rights()).toMatchObject({ role: 'customer', securityNeeds: ['authenticator'] });
  expect(await visitor.send('GET', '/newest-order')).toMatchObject({ status: 403 });
  await givenAuthenticator(shop, visitor, person.password);
  expect(await rights()).toMatchObject({ role: 'staff', securityNeeds: [] });
  expect(await visitor.send('GET', '/newest-order')).toMatchObject({ status: 200 });
  const user = await rights();
  expect(await changesOf(shop.ctx.db, { subject: `user:${user.id}` })).toMatchObject([
    { action: 'user.role', actorEmail: admin.email, before: { role: 'customer' }, after: { role: 'staff' } },
  ]);
});

test('a link works once', async () => {
  const { link } = await givenInvitation('accountant');
  expect(await accept(link)).toBeInstanceOf(Response);
  expect(await shownAt(link)).toBeNull();
  expect(await accept(link)).toMatchObject(ended);
});

test('two acceptances of one link at the same moment give one account', async () => {
  const { email, link } = await givenInvitation('staff');
  const token = link.searchParams.get('token') ?? '';
  const acceptance = { token, requestId: 'r-1', deviceHash: '', person };
  const results = await Promise.all([acceptInvitation(shop.ctx, acceptance), acceptInvitation(shop.ctx, acceptance)]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await roleOf(email)).toEqual(['staff']);
});

test('an invitation sent again kills the earlier link, and a withdrawn one is dead', async () => {
  const { email, id, link } = await givenInvitation();
  expect(await send('invite-again', { id })).toMatchObject({ ok: true });
  const renewed = await linkFor(shop, email, 'invitation');
  expect([await shownAt(link), await shownAt(renewed)]).toEqual([null, { email, role: 'staff', hasAccount: false }]);
  expect(await send('withdraw', { id })).toMatchObject({ ok: true });
  expect(await accept(renewed)).toMatchObject(ended);
  expect(await send('withdraw', { id })).toMatchObject({ ok: false });
  const changes = await changesOf(shop.ctx.db, { subject: `invitation:${id}` });
  expect(changes.map((one) => one.action).toSorted()).toEqual([
    'user.invite',
    'user.invite_again',
    'user.invite_withdraw',
  ]);
  expect(JSON.stringify(changes)).not.toContain(email);
});

test('a link works at the last moment of its three days and not at their end', async () => {
  const { id, link } = await givenInvitation();
  const [row] = await shop.ctx.db.select().from(invitations).where(eq(invitations.id, id));
  const end = row?.expiresAt.getTime() ?? 0;
  laterMs = end - Date.now() - 5_000;
  expect(await shownAt(link)).not.toBeNull();
  laterMs = end - Date.now();
  expect(await shownAt(link)).toBeNull();
  expect(await accept(link)).toMatchObject(ended);
});

test('a weak password or a missing name is refused beside its field, and the link still works', async () => {
  const { link } = await givenInvitation();
  const refused = await accept(link, { firstName: '', lastName: 'Stone', password: 'short' });
  expect(refused).toMatchObject({
    init: { status: 422 },
    data: {
      issues: { firstName: 'Enter your first name.', password: 'Choose a password of at least 12 characters.' },
    },
  });
  expect(await shownAt(link)).not.toBeNull();
});

test('an existing customer accepts without a new password and keeps the account', async () => {
  const { email } = await givenPerson(shop);
  const { link } = await givenInvitation('accountant', email);
  expect(await shownAt(link)).toMatchObject({ hasAccount: true });
  const accepted = await accept(link, {});
  expect(accepted instanceof Response && accepted.headers.get('location')).toBe('/auth?invited=1&next=/admin');
  expect(await roleOf(email)).toEqual(['accountant']);
  expect(await shop.auth.opensWith(email, person.password)).toBe(false);
});

test('an address with a role or with an open invitation is not invited, and an admin is not demoted', async () => {
  const { email } = await givenInvitation();
  expect(await send('invite', { email, role: 'admin' })).toMatchObject({ ok: false, issues: { email: /invited/ } });
  expect(await send('invite', { email: admin.email, role: 'staff' })).toMatchObject({ ok: false });
  const other = await givenPerson(shop);
  const { link } = await givenInvitation('staff', other.email);
  await shop.ctx.db.update(userRoles).set({ role: 'admin' }).where(eq(userRoles.userId, other.id));
  expect(await accept(link, {})).toMatchObject({ data: { ok: false } });
  expect(await roleOf(other.email)).toEqual(['admin']);
});

test.each([
  ['no address', { email: 'ann', role: 'staff' }],
  ['no role', { email: 'ann@example.com', role: 'owner' }],
])('an invitation with %s is refused and stores nothing', async (_what, fields) => {
  const before = await shop.ctx.db.$count(invitations);
  expect(await send('invite', fields)).toMatchObject({ ok: false });
  expect(await shop.ctx.db.$count(invitations)).toBe(before);
});

test('the page of people shows role, second factor and last sign-in', async () => {
  const { id, email } = await givenPerson(shop, 'staff');
  const visitor = newVisitor(shop);
  await signIn(visitor, email);
  await givenAuthenticator(shop, visitor);
  const { list } = await people({ ...pageCall(shop, `${path}?role=staff`, admin) });
  const row = list.rows.find((one) => one.id === id);
  expect(row).toMatchObject({ email, role: 'staff', secondFactor: 'on', isYou: false });
  expect(row?.signedInAt).toBeInstanceOf(Date);
});
