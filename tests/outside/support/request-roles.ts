import { demoAccounts } from '#content/demo-shop.ts';

import type { HttpClient } from './raw-http-client.ts';

export type Role = 'guest' | 'customer' | 'admin' | 'key';
export const roles: readonly Role[] = ['guest', 'customer', 'admin', 'key'];

type Headers = Record<string, string>;

const pairs = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ');

/** Opens the roles that use a shop, with the request headers of each. */
export async function openRoleClients({ send }: HttpClient, url: string) {
  const own = { origin: url, 'sec-fetch-site': 'same-origin', host: new URL(url).host };
  const json = { ...own, 'content-type': 'application/json' };
  const form = { ...own, 'content-type': 'application/x-www-form-urlencoded' };
  const held: Record<Role, Headers> = { guest: {}, customer: {}, admin: {}, key: {} };

  let signIns = 0;

  /** Signs in from a new address, because one address may do so only five times in 15 minutes. */
  async function signIn(role: 'customer' | 'admin'): Promise<void> {
    signIns += 1;
    const headers = { ...json, 'x-forwarded-for': `198.18.${signIns >> 8}.${signIns & 255}` };
    const { email, password } = demoAccounts.find((account) => account.role === role) ?? { email: '', password: '' };
    const body = JSON.stringify({ email, password });
    const { status, cookies } = await send({ method: 'POST', path: '/api/auth/sign-in/email', headers, body });
    if (status !== 200) throw new Error(`the ${role}'s sign-in answered ${status}`);
    held[role] = { cookie: pairs(cookies) };
  }

  async function isSignedIn(role: 'customer' | 'admin'): Promise<boolean> {
    const headers = { ...own, ...held[role] };
    const { text } = await send({ method: 'GET', path: '/api/session', headers, body: null });
    return text.includes('"email"');
  }

  async function makeKey(): Promise<string> {
    const body = 'form=create&name=Fuzz&scopes=orders:read&scopes=orders:write&scopes=products:read';
    const headers = { ...form, ...held.admin };
    const { text } = await send({ method: 'POST', path: '/admin/api-keys', headers, body });
    const key = /shop_[0-9a-f]{8}_[A-Za-z0-9_-]{43}/.exec(text)?.[0];
    if (key === undefined) throw new Error('no key was made');
    return `Bearer ${key}`;
  }

  const checkouts: Partial<Record<Role, string>> = {};
  const change = async (role: Role, path: string, body: object) =>
    send({ method: 'POST', path, headers: { ...json, ...held[role] }, body: JSON.stringify(body) });

  /** Opens a checkout with one unit, and stores it as the role's own. */
  async function openCheckout(role: 'guest' | 'customer', productId: string): Promise<void> {
    const body = JSON.stringify({ product_id: productId, quantity: 1 });
    if (role === 'guest') held.guest = {};
    const asking = { method: 'POST', headers: { ...json, ...held[role] } };
    const { cookies } = await send({ ...asking, path: '/api/cart/items', body });
    if (role === 'guest') held.guest = { cookie: pairs(cookies) };
    const { text } = await change(role, '/api/create-payment-intent', {});
    checkouts[role] = /"checkout":\{"id":"([0-9a-f-]{36})"/.exec(text)?.[1] ?? checkouts[role] ?? '';
  }

  await signIn('customer');
  await signIn('admin');
  const keys = [await makeKey(), await makeKey(), await makeKey(), await makeKey()];
  let turn = 0;
  const headersOf = (role: Role): Headers => {
    turn += 1;
    if (role === 'key') return { ...own, authorization: keys[turn % keys.length] ?? '' };
    return { ...own, ...held[role] };
  };
  return {
    headersOf,
    openCheckout,
    /** Returns the id of the role's checkout, or the guest's if it has none. */
    checkoutOf: (role: Role) => checkouts[role] ?? checkouts.guest ?? '',
    /** Signs in again the roles that a call has signed out. */
    async keepSignedIn() {
      for (const role of ['customer', 'admin'] as const) if (!(await isSignedIn(role))) await signIn(role);
    },
    /** Reopens the checkouts whose carts a call has emptied. */
    async keepCheckouts(productId: string) {
      for (const role of ['guest', 'customer'] as const) {
        const { status } = await change(role, '/api/update-payment-intent', { checkout_id: checkouts[role] });
        if (status !== 200) await openCheckout(role, productId);
      }
    },
  };
}

export type RoleClients = Awaited<ReturnType<typeof openRoleClients>>;
