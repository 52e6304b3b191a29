import { describe, expect } from 'vitest';

import { pageUser } from '#modules/accounts/auth-service.server.ts';
import { pageOfFile } from '#modules/accounts/sign-in.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import type { SignedInUser } from '#platform/http/visitor.server.ts';

import { pageCall, signedIn } from '../../tests/support/page-requests.ts';
import { test, type TestShop } from '../../tests/support/shop-test.ts';
import { enforceAudience } from './page-audience.server.ts';
import { notFoundPage, pageRoutes, type Audience } from './page-registry.ts';

const somebody = 'opens as somebody';
const closed = new Set<Audience>(['customer', 'admin']);

/** Result of a page request: 'opens', or the address of the redirect. */
async function ask(shop: TestShop, pattern: string, user: SignedInUser | null, path = pattern): Promise<string> {
  const { context, ...call } = pageCall(shop, path, null);
  const request = context.get(pageRequest);
  context.set(pageRequest, { ...request, visitor: { ...request.visitor, user } });
  const next = async () => new Response(context.get(pageUser).email);
  try {
    await enforceAudience({ ...call, context, pattern }, next);
    return somebody;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get('location') ?? '';
    if (thrown instanceof Error) return 'opens';
    return 'is not there';
  }
}

const [customer, admin] = [signedIn({ role: 'customer' }), signedIn()];

describe.each([...pageRoutes, notFoundPage].map(({ path, audience }) => [path, audience] as const))(
  '%s',
  (path, audience) => {
    test('opens for its audience and sends everyone else to sign-in', async ({ shop }) => {
      const answers = [await ask(shop, path, null), await ask(shop, path, customer), await ask(shop, path, admin)];
      const back = `/auth?next=${encodeURIComponent(pageOfFile(path))}`;
      const signedInOnly = audience === 'admin' ? [back, '/auth', somebody] : [back, somebody, somebody];
      expect(answers).toEqual(closed.has(audience) ? signedInOnly : ['opens', 'opens', 'opens']);
    });
  },
);

test('a signed-out invoice request returns to the order page after sign-in', async ({ shop }) => {
  const back = encodeURIComponent('/account/orders/HR-7K3QX9M2');
  expect(await ask(shop, '/account/orders/:number/invoice.pdf', null, '/account/orders/HR-7K3QX9M2/invoice.pdf')).toBe(
    `/auth?next=${back}`,
  );
});

test('signing in returns to a page, never to a file, because the browser cannot show one in its place', async ({
  shop,
}) => {
  const fileOf = (path: string) => pageRoutes.find((one) => one.path === path)?.file ?? 'no page';
  for (const { path } of pageRoutes.filter(({ audience }) => closed.has(audience))) {
    const back = decodeURIComponent((await ask(shop, path, null)).replace('/auth?next=', ''));
    expect(await import(`./${fileOf(back)}`), `${path} leads to ${back}`).toHaveProperty('default');
  }
});

test('a page outside the table answers 404, even for an admin', async ({ shop }) => {
  expect(await ask(shop, '/admin/forgotten', admin)).toBe('is not there');
});
