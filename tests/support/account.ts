import { eq } from 'drizzle-orm';
import { z } from 'zod';

import { beginSetup } from '#modules/accounts/authenticator.server.ts';
import { submitCode } from '#modules/accounts/confirm-password.server.ts';
import { accountMails } from '#modules/accounts/accounts.emails.server.ts';
import { unseal } from '#platform/session/seal.server.ts';
import { mails } from '#modules/email/tables.server.ts';
import type { Role } from '#shared/roles.ts';

import { newVisitor, type TestVisitor } from './shop-visitor.ts';
import type { TestShop } from './shop.ts';
import { totpCode } from './totp.ts';

export const password = 'rose-garden-7';
let made = 0;

/** Creates a confirmed user with the password above. */
export async function givenPerson(shop: TestShop, role: Role = 'customer') {
  made += 1;
  const email = `someone${made}@example.com`;
  const id = await shop.auth.createUser({ email, password, firstName: 'Ann', lastName: 'Lee', role });
  return { id, email };
}

export const signIn = (visitor: TestVisitor, email: string, usedPassword = password) =>
  visitor.send('POST', '/auth/sign-in/email', { email, password: usedPassword });

/** Returns a browser in which a new user is signed in. */
export async function givenSignedIn(shop: TestShop, role: Role = 'customer') {
  const person = await givenPerson(shop, role);
  const visitor = newVisitor(shop);
  await signIn(visitor, person.email);
  return { ...person, visitor };
}

/** Returns the request of a page by this browser, and its user. */
export async function requestOf(shop: TestShop, { cookies }: TestVisitor) {
  const headers = new Headers({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') });
  const user = await shop.auth.sessionUser(headers);
  if (user === null) throw new Error('nobody is signed in');
  const request = new Request('http://localhost:3000/account/security', { headers });
  return { user, request, visitor: { ip: 'local', requestId: 'r-1', cartToken: null, user } };
}

/** Returns the link in the newest mail of a kind that is stored for an address. */
export async function linkFor(shop: TestShop, to: string, kind: keyof typeof accountMails): Promise<URL> {
  const stored = await shop.ctx.db.select().from(mails).where(eq(mails.toAddress, to)).orderBy(mails.createdAt);
  const content = stored.findLast((mail) => mail.kind === kind)?.content;
  if (content === null || content === undefined) throw new Error(`nobody owes ${to} a mail of the kind ${kind}`);
  const { url } = z.object({ url: z.string() }).parse(content.data);
  return new URL(
    accountMails[kind].isSecret === true ? unseal(shop.ctx.settings.sessionSecret, 'mail-link', url) : url,
  );
}

export const signUp = (visitor: TestVisitor, email: string, usedPassword = password, more: object = {}) =>
  visitor.send('POST', '/auth/sign-up/email', { email, password: usedPassword, name: 'Mia Rose', ...more });

/** Presses the button on the page of a mailed link, in this browser. */
export const confirmMailedLink = (
  visitor: TestVisitor,
  link: URL,
  call: 'verify-email' | 'confirm-device' = 'verify-email',
) => visitor.send('POST', `/auth/${call}`, { token: link.searchParams.get('token') });

/** Returns a browser in which a visitor signed up and confirmed by mail, and is signed in. */
export async function givenConfirmed(shop: TestShop, email: string) {
  const visitor = newVisitor(shop);
  await signUp(visitor, email);
  await confirmMailedLink(visitor, await linkFor(shop, email, 'verify_email'));
  return visitor;
}

/** Enables an authenticator for the signed-in user. Returns its secret and backup codes. */
export async function givenAuthenticator(shop: TestShop, visitor: TestVisitor, usedPassword = password) {
  const { user, ...rest } = await requestOf(shop, visitor);
  const parts = { ctx: shop.ctx, auth: shop.auth, limits: shop.limits, headers: new Headers(), ...rest };
  const begun = await beginSetup(parts, { user, password: usedPassword });
  if (!begun.ok) throw new Error(begun.reason);
  const { secret, backupCodes } = begun.value;
  const finished = await submitCode(parts, totpCode(secret));
  if (!finished.ok) throw new Error(finished.reason);
  for (const cookie of parts.headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    visitor.cookies.set(name, value);
  }
  return { secret, backupCodes };
}
