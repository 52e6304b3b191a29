import table from '../../../src/routes.ts';

import { apiCalls, apiDocument } from './hostile-api-calls.ts';
import { brokenCursors, hostileBodies, largeForms, largeLists } from './hostile-values.ts';
import type { Call, HttpClient } from './raw-http-client.ts';
import { formsIn, pageCalls, pagePaths } from './hostile-page-calls.ts';
import { roles, type RoleClients, type Role } from './request-roles.ts';

export type RoleCall = Call & { role: Role };

/** Paths that the shop serves besides its endpoints and pages. */
const others = [
  '/healthz', '/readyz', '/metrics', '/robots.txt', '/product-images/x.webp', '/mailbox/x/html', '/__manifest?p=/&p=%00',
  '/mailbox/templates/x/html', '/sandbox/stripe.js', '/sandbox/checkout/x', '/api/openapi.json', '/assets/x.js',
  '/api/v1/orders/x/status', '/unsubscribe/x', '/resume/x', '/pay/x', '/code/x', '/api/auth/get-session', '/api/auth/callback/x', '/api//cart',
  '/%2e%2e/etc', '//admin', '/admin/', '/.data', '/_root.data', '/admin.data', '/account/orders/x.data',
]; // prettier-ignore

const sandboxCalls = ['/sandbox/confirm', '/sandbox/authenticate', '/sandbox/retrieve', '/sandbox/checkout/x'];

function otherCalls(): Call[] {
  const json = { 'content-type': 'application/json' };
  const gets = others.flatMap((path) =>
    ['', '%00', '/%ff', '/%zz', '?a=%00', '?a=%ff'].map((end) => ({
      method: 'GET',
      path: `${path}${end}`,
      body: null,
    })),
  );
  const posts = [...sandboxCalls, '/unsubscribe/x', '/api/nowhere'].flatMap((path) =>
    hostileBodies.map((body) => ({ method: 'POST', path, body })),
  );
  return [...gets, ...posts].map((call) => ({
    ...call,
    target: `OTHER ${call.path.split('?')[0] ?? ''}`,
    headers: json,
  }));
}

/** Forms with many fields for every page, and JSON with many values for the public endpoints. */
function largeCalls(paths: readonly string[]): Call[] {
  const json = { 'content-type': 'application/json' };
  const post = { method: 'POST' };
  const open = [
    '/api/reviews',
    '/api/track-order',
    '/api/cart/items',
    '/api/update-payment-intent',
    '/sandbox/confirm',
  ];
  return [
    ...paths.flatMap((path) =>
      largeForms.map(([name, type, body]) => ({
        ...post,
        target: `FORM of ${name}`,
        path: path.replace(/:\w+|\*/, 'rose'),
        headers: { 'content-type': type },
        body,
      })),
    ),
    ...open.flatMap((path) =>
      largeLists.map(([name, body]) => ({ ...post, target: `JSON of ${name}`, path, headers: json, body })),
    ),
  ];
}

type Read = (path: string) => Promise<string>;

const lists: readonly (readonly [string, string])[] = [
  ['/admin/customers/:id', '/admin/customers'],
  ['/admin/discounts/:id', '/admin/discounts'],
  ['/admin/taxes/:id', '/admin/taxes'],
  ['/admin/messages/:id', '/admin/messages'],
  ['/admin/mails/:id', '/admin/mails'],
  ['/admin/orders/:number', '/admin/orders'],
];

/** Returns one existing row for each admin page that shows one. */
async function rowsOf(read: Read): Promise<Record<string, string>> {
  const found = await Promise.all(
    lists.map(async ([path, list]) => {
      const row = new RegExp(`href="${list}/([0-9A-Za-z-]{8,36})"`).exec(await read(list))?.[1];
      return [path, row ?? 'rose'] as const;
    }),
  );
  const rows = Object.fromEntries(found);
  const number = rows['/admin/orders/:number'] ?? 'rose';
  const files = ['invoice.pdf', 'packing-slip.pdf'].map((file) => [`/admin/orders/:number/${file}`, number]);
  return { ...rows, ...Object.fromEntries(files) };
}

/** Placeholder for the checkout of the role that sends the call. */
export const ownCheckout = '5e1f0000-0000-4000-8000-c4ec00000001';

/**
 * Returns every hostile call of a shop by each role, and the product that the roles' checkouts
 * hold.
 */
export async function hostileCalls(
  { send }: HttpClient,
  people: RoleClients,
): Promise<{ calls: RoleCall[]; productId: string }> {
  const read = async (path: string, role: Role = 'admin') =>
    (await send({ method: 'GET', path, headers: people.headersOf(role), body: null })).text;
  const products = await read('/api/v1/products', 'key');
  const productId = /"id":"([0-9a-f-]{36})"/.exec(products)?.[1] ?? '';
  await people.openCheckout('guest', productId);
  await people.openCheckout('customer', productId);
  const rows = await rowsOf(read);
  const orderNumber = rows['/admin/orders/:number'] ?? 'rose';
  const known = {
    product_id: productId,
    productId,
    checkout_id: ownCheckout,
    orderNumber,
    number: orderNumber,
    id: productId,
    country: 'US',
    email: 'fuzz@example.com',
  };
  const document = apiDocument.parse(JSON.parse(await read('/api/openapi.json')));
  const paths = pagePaths(table);
  const filled = paths.map((path) => path.replace(/:\w+/, rows[path] ?? 'rose'));
  const opened = filled.filter((path) => !/\.(pdf|csv|json)$|\*|\/delete$/.test(path));
  const forms = await Promise.all(
    opened.map(async (path) => formsIn(path, await read(path, path.startsWith('/account') ? 'customer' : 'admin'))),
  );
  const api = apiCalls(document, known, brokenCursors('1795250400123456.c0a8012e-7a3f-4a6f-9d3b-111111111111'));
  const pages = pageCalls(paths, rows, forms.flat());
  const calls = [
    ...[...api, ...otherCalls(), ...largeCalls(paths)].flatMap((call) => roles.map((role) => ({ ...call, role }))),
    ...pages.flatMap((call) => (['guest', 'customer', 'admin'] as const).map((role) => ({ ...call, role }))),
  ];
  return { calls, productId };
}
