import { afterAll, beforeAll, expect, test } from 'vitest';

import { pageRoutes } from '#pages/page-registry.ts';

import { owner } from '../e2e/support/sign-in.ts';
import { embedded, startShopServer, type ShopServer } from '../e2e/support/shop-server.ts';
import { openWebKit } from './support/webkit.ts';

let shop: ShopServer;
let safari: Awaited<ReturnType<typeof openWebKit>>;

beforeAll(async () => {
  shop = await startShopServer(embedded);
  safari = await openWebKit(shop.url);
});

afterAll(async () => {
  await safari.close();
  await shop.stop();
});

test.each([
  ['a phone', 390],
  ['a wide screen', 1366],
])("a guest can buy in Safari's engine on %s", async (device, width) => {
  await safari.size(width, 844);
  await safari.open('/product');
  await safari.press(/^Add to Cart/);
  await safari.press(/^Secure Checkout/);
  await safari.until(/Your items are reserved for/);
  await safari.fill(/^Email/, `${device.replaceAll(' ', '-')}@example.com`);
  await safari.fill(/^First name/, 'Mia');
  await safari.fill(/^Last name/, 'Rose');
  await safari.fill(/^Phone/, '415 555 0132');
  await safari.fill(/^Street address/, '1 Burnside Street');
  await safari.fill(/^City/, 'Portland');
  await safari.choose(/^State/, 'OR');
  await safari.fill(/^ZIP code/, '97205');
  await safari.fill(/^Card number/, '4242424242424242');
  await safari.fill(/^Expiration date/, '1234');
  await safari.fill(/^Security code/, '123');
  await safari.press(/^Pay \$59\.00/);
  await safari.until(/Order HR-[2-9A-Z]{8}/);
  expect(await safari.run('return location.pathname')).toBe('/checkout-success');
  await safari.untilSo('what was typed is forgotten', `return sessionStorage.getItem('checkout_form_data') === null`);
});

test("every page shows in Safari's engine the text that was sent", async () => {
  await safari.size(1366, 900);
  await safari.open('/auth');
  await safari.fill(/^Email/, owner.email);
  await safari.fill(/^Password/, owner.password);
  await safari.run('document.activeElement.form.requestSubmit()');
  await safari.until(/Welcome back!/);
  const paths = pageRoutes.map(({ path }) => path).filter((path) => !/[:.]/.test(path));
  const differing: object[] = [];
  for (const path of paths) {
    await safari.open(path);
    let { sent, made } = await safari.differences();
    // The text is sent a second time for the comparison. An age of minutes may be one more by then.
    if (sent.length > 0 || made.length > 0) {
      await safari.open(path);
      ({ sent, made } = await safari.differences());
    }
    if (sent.length > 0 || made.length > 0) differing.push({ path, sent, made });
  }
  expect({ tried: paths.length, differing }).toEqual({ tried: paths.length, differing: [] });
});
