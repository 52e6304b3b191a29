import { test as base } from 'vitest';

import { givenPerson, givenSignedIn } from './account.ts';
import { openTestDatabase } from './database.ts';
import { mailServerFixture } from './mail-server.ts';
import { openProvider, type Provider } from './sandbox-over-http.ts';
import { givenPaidOrder, givenProduct, newVisitor } from './shop-visitor.ts';
import { openTestShop, type ShopOptions, type TestShop } from './shop.ts';

export type { TestShop } from './shop.ts';

type Preparation = ShopOptions & {
  /** Prepares the open shop. If it throws, the shop is closed. */
  prepare?: (shop: TestShop) => Promise<unknown>;
};
type OnCleanup = { onCleanup: (close: () => Promise<void>) => void };

/** Opens a shop for a fixture and closes it when the fixture ends. */
export async function openShopFor({ onCleanup }: OnCleanup, { prepare, ...options }: Preparation = {}) {
  const shop = await openTestShop(options);
  try {
    await prepare?.(shop);
  } catch (error) {
    await shop.close();
    throw error;
  }
  onCleanup(shop.close);
  return shop;
}

/** Fixture of a shop, for tests that need another one besides `shop`. */
export const shopFixture =
  (options?: Preparation) =>
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of used fixtures from it.
  ({}: object, fixture: OnCleanup): Promise<TestShop> =>
    openShopFor(fixture, options);

/** Fixture that opens shops in the middle of a test. They are closed at its end. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of used fixtures from it.
function shopOpener({}: object, { onCleanup }: OnCleanup) {
  const closes: (() => Promise<void>)[] = [];
  onCleanup(async () => void (await Promise.all(closes.map((close) => close()))));
  return (options?: Preparation) => openShopFor({ onCleanup: (close) => closes.push(close) }, options);
}

export type OpenShop = ReturnType<typeof shopOpener>;

/**
 * Test on a shop of its file, with default settings except those given. The other fixtures are made
 * anew for each test that asks for them.
 */
export const testWithShop = (options?: Preparation) =>
  base
    .extend('shop', { scope: 'file' }, shopFixture(options))
    .extend('openShop', shopOpener)
    .extend('visitor', ({ shop }) => newVisitor(shop))
    .extend('productId', ({ shop }) => givenProduct(shop))
    .extend('paidOrder', ({ shop }) => givenPaidOrder(shop))
    .extend('person', ({ shop }) => givenPerson(shop))
    .extend('customer', ({ shop }) => givenSignedIn(shop))
    .extend('admin', ({ shop }) => givenSignedIn(shop, 'admin'));

/** Test on a shop of its file that sends to a mail server. */
export const testWithMailServer = ({ settings, ...options }: Preparation = {}) =>
  base
    .extend('server', { scope: 'file' }, mailServerFixture)
    .extend('shop', { scope: 'file' }, ({ server }, fixture) =>
      openShopFor(fixture, { ...options, settings: { ...settings, SMTP_URL: server.url } }),
    );

/** Test on a shop of its file whose payment provider is a server that can fail or hang. */
export const testWithProvider = (optionsFor: (provider: Provider) => Preparation) =>
  base
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of used fixtures from it.
    .extend('database', { scope: 'file' }, ({}) => openTestDatabase())
    .extend('provider', { scope: 'file' }, async ({ database }, { onCleanup }) => {
      const provider = await openProvider(database);
      onCleanup(() => provider.close());
      return provider;
    })
    .extend('shop', { scope: 'file' }, ({ database, provider }, fixture) =>
      openShopFor(fixture, { ...optionsFor(provider), database }),
    )
    .extend('openShop', shopOpener);

/** Test on a shop of its own, for tests that would disturb each other. */
export const testWithFreshShop = (options?: Preparation) =>
  base.extend('shop', shopFixture(options)).extend('openShop', shopOpener);

/** Test on an empty shop of its file. It is opened when the first test asks for it. */
export const test = testWithShop();
