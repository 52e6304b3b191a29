import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';

import { changesOf } from '../../../tests/support/audit-entries.ts';
import { givenAuthenticator, givenPerson, linkFor, requestOf, signIn } from '../../../tests/support/account.ts';
import { formOf, pageCall, signedIn } from '../../../tests/support/page-requests.ts';
import { newVisitor } from '../../../tests/support/shop-visitor.ts';
import { testWithShop, type TestShop } from '../../../tests/support/shop-test.ts';
import { action, loader } from '../../pages/account/auth-invitation.tsx';
import { action as peopleAction, loader as people } from '../../pages/admin/team.tsx';
import { pageAuth } from './auth-service.server.ts';
import { acceptInvitation } from './invitations.server.ts';
import { invitations, userRoles, users } from './tables.server.ts';
let laterMs = 0;

const test = testWithShop({ now: () => new Date(Date.now() + laterMs) }).extend(
  'signedInAdmin',
  { scope: 'file' },
  async ({ shop }) =>
    signedIn({ ...(await givenPerson(shop, 'admin')), confirmedAt: new Date(Date.now() + 30 * 86_400_000) }),
);

beforeEach(() => {
  laterMs = 0;
});

const path = '/admin/people';
let invited = 0;

/** Sends a form of the page of people, as an admin. */
async function send(
  shop: TestShop,
  signedInAdmin: ReturnType<typeof signedIn>,
  form: string,
  fields: Record<string, string>,
) {
  const answer = await peopleAction(pageCall(shop, path, signedInAdmin, formOf({ form, ...fields })));
  if (answer instanceof Response) throw new Error('a form led elsewhere');
  return answer.data;
}

/** Invites a new address. Returns it with its mailed link. */
async function givenInvitation(
  shop: TestShop,
  signedInAdmin: ReturnType<typeof signedIn>,
  role = 'staff',
  email = `invited${(invited += 1)}@example.com`,
) {
  expect(await send(shop, signedInAdmin, 'invite', { email, role })).toMatchObject({ ok: true });
  const [row] = await shop.ctx.db.select().from(invitations).where(eq(invitations.email, email));
  return { email, id: row?.id ?? '', link: await linkFor(shop, email, 'invitation') };
}

const person = { firstName: 'Cy', lastName: 'Stone', password: 'violet-kettle-91-harbor' };

const at = (link: URL) => `${link.pathname}${link.search}`;
const shownAt = async (shop: TestShop, link: URL) => (await loader(pageCall(shop, at(link), null))).invitation;

/** Presses the button on the page of a link, as a guest. */
async function accept(shop: TestShop, link: URL, fields: Record<string, string> = person) {
  const call = pageCall(shop, at(link), null, formOf({ form: 'accept', ...fields }));
  call.context.set(pageAuth, shop.auth);
  return action(call);
}

const roleOf = async (shop: TestShop, email: string) =>
  (
    await shop.ctx.db
      .select({ role: userRoles.role })
      .from(userRoles)
      .innerJoin(users, eq(users.id, userRoles.userId))
      .where(eq(users.email, email))
  ).map(({ role }) => role);

const ended = { data: { message: expect.stringContaining('was accepted, revoked or has expired') } };

test('an invited person sets a password, and the role counts once the authenticator is on', async ({
  shop,
  signedInAdmin,
}) => {
  const { email, id, link } = await givenInvitation(shop, signedInAdmin, 'staff');
  const [row] = await shop.ctx.db.select().from(invitations).where(eq(invitations.id, id));
  expect(JSON.stringify(row)).not.toContain(link.searchParams.get('token'));
  expect(await shownAt(shop, link)).toEqual({ email, role: 'staff', hasAccount: false });
  const accepted = await accept(shop, link);
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
    { action: 'user.role', actorEmail: signedInAdmin.email, before: { role: 'customer' }, after: { role: 'staff' } },
  ]);
});

test('a link works once', async ({ shop, signedInAdmin }) => {
  const { link } = await givenInvitation(shop, signedInAdmin, 'accountant');
  expect(await accept(shop, link)).toBeInstanceOf(Response);
  expect(await shownAt(shop, link)).toBeNull();
  expect(await accept(shop, link)).toMatchObject(ended);
});

test('two acceptances of one link at the same moment give one account', async ({ shop, signedInAdmin }) => {
  const { email, link } = await givenInvitation(shop, signedInAdmin, 'staff');
  const token = link.searchParams.get('token') ?? '';
  const acceptance = { token, requestId: 'r-1', deviceHash: '', person };
  const results = await Promise.all([acceptInvitation(shop.ctx, acceptance), acceptInvitation(shop.ctx, acceptance)]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await roleOf(shop, email)).toEqual(['staff']);
});

test('an invitation sent again kills the earlier link, and a withdrawn one is dead', async ({
  shop,
  signedInAdmin,
}) => {
  const { email, id, link } = await givenInvitation(shop, signedInAdmin);
  expect(await send(shop, signedInAdmin, 'invite-again', { id })).toMatchObject({ ok: true });
  const renewed = await linkFor(shop, email, 'invitation');
  expect([await shownAt(shop, link), await shownAt(shop, renewed)]).toEqual([
    null,
    { email, role: 'staff', hasAccount: false },
  ]);
  expect(await send(shop, signedInAdmin, 'withdraw', { id })).toMatchObject({ ok: true });
  expect(await accept(shop, renewed)).toMatchObject(ended);
  expect(await send(shop, signedInAdmin, 'withdraw', { id })).toMatchObject({ ok: false });
  const changes = await changesOf(shop.ctx.db, { subject: `invitation:${id}` });
  expect(changes.map((one) => one.action).toSorted()).toEqual([
    'user.invite',
    'user.invite_again',
    'user.invite_withdraw',
  ]);
  expect(JSON.stringify(changes)).not.toContain(email);
});

test('a link works at the last moment of its three days and not at their end', async ({ shop, signedInAdmin }) => {
  const { id, link } = await givenInvitation(shop, signedInAdmin);
  const [row] = await shop.ctx.db.select().from(invitations).where(eq(invitations.id, id));
  const end = row?.expiresAt.getTime() ?? 0;
  laterMs = end - Date.now() - 5_000;
  expect(await shownAt(shop, link)).not.toBeNull();
  laterMs = end - Date.now();
  expect(await shownAt(shop, link)).toBeNull();
  expect(await accept(shop, link)).toMatchObject(ended);
});

test('a weak password or a missing name is refused beside its field, and the link still works', async ({
  shop,
  signedInAdmin,
}) => {
  const { link } = await givenInvitation(shop, signedInAdmin);
  const refused = await accept(shop, link, { firstName: '', lastName: 'Stone', password: 'short' });
  expect(refused).toMatchObject({
    init: { status: 422 },
    data: {
      issues: { firstName: 'Enter your first name.', password: 'Choose a password of at least 12 characters.' },
    },
  });
  expect(await shownAt(shop, link)).not.toBeNull();
});

test('an existing customer accepts without a new password and keeps the account', async ({
  shop,
  signedInAdmin,
  person: { email },
}) => {
  const { link } = await givenInvitation(shop, signedInAdmin, 'accountant', email);
  expect(await shownAt(shop, link)).toMatchObject({ hasAccount: true });
  const accepted = await accept(shop, link, {});
  expect(accepted instanceof Response && accepted.headers.get('location')).toBe('/auth?invited=1&next=/admin');
  expect(await roleOf(shop, email)).toEqual(['accountant']);
  expect(await shop.auth.opensWith(email, person.password)).toBe(false);
});

test('an address with a role or with an open invitation is not invited, and an admin is not demoted', async ({
  shop,
  signedInAdmin,
}) => {
  const { email } = await givenInvitation(shop, signedInAdmin);
  expect(await send(shop, signedInAdmin, 'invite', { email, role: 'admin' })).toMatchObject({
    ok: false,
    issues: { email: /invited/ },
  });
  expect(await send(shop, signedInAdmin, 'invite', { email: signedInAdmin.email, role: 'staff' })).toMatchObject({
    ok: false,
  });
  const other = await givenPerson(shop);
  const { link } = await givenInvitation(shop, signedInAdmin, 'staff', other.email);
  await shop.ctx.db.update(userRoles).set({ role: 'admin' }).where(eq(userRoles.userId, other.id));
  expect(await accept(shop, link, {})).toMatchObject({ data: { ok: false } });
  expect(await roleOf(shop, other.email)).toEqual(['admin']);
});

test.for([
  ['no address', { email: 'ann', role: 'staff' }],
  ['no role', { email: 'ann@example.com', role: 'owner' }],
] as const)('an invitation with %s is refused and stores nothing', async ([_what, fields], { shop, signedInAdmin }) => {
  const before = await shop.ctx.db.$count(invitations);
  expect(await send(shop, signedInAdmin, 'invite', fields)).toMatchObject({ ok: false });
  expect(await shop.ctx.db.$count(invitations)).toBe(before);
});

test('the page of people shows role, second factor and last sign-in', async ({ shop, signedInAdmin }) => {
  const { id, email } = await givenPerson(shop, 'staff');
  const visitor = newVisitor(shop);
  await signIn(visitor, email);
  await givenAuthenticator(shop, visitor);
  const { list } = await people({ ...pageCall(shop, `${path}?role=staff`, signedInAdmin) });
  const row = list.rows.find((one) => one.id === id);
  expect(row).toMatchObject({ email, role: 'staff', secondFactor: 'on', isYou: false });
  expect(row?.signedInAt).toBeInstanceOf(Date);
});
