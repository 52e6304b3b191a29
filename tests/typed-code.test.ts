import { Session } from 'node:inspector/promises';

import { expect } from 'vitest';

import { taxRates } from '#modules/tax/tables.server.ts';

import { filesOfTypedCode } from '../scripts/measure-documents.ts';
import { readLimits, typedCodeMeasure } from '../scripts/code-metrics.ts';
import { testWithShop } from './support/shop-test.ts';
import { givenCode, givenProduct, givenReadyCheckout } from './support/shop-visitor.ts';

const test = testWithShop({
  prepare: async (shop) => {
    const californian = { country: 'US', state: 'CA', name: 'California', ratePpm: 72_500, inclusive: false };
    await shop.ctx.db.insert(taxRates).values(californian);
    await givenCode(shop, { code: 'GLOW10' });
  },
});

/** Returns the files of modules with a named function that ran while `act` did. */
async function filesRunBy(act: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await act();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter(({ functions }) => functions.some((one) => one.functionName !== '' && (one.ranges[0]?.count ?? 0) > 0))
    .flatMap(({ url }) => /\/(src\/modules\/.*)$/.exec(url)?.[1] ?? [])
    .toSorted();
}

/** Schema files have no function of their own: zod reads them. */
const isRunnable = (file: string) => /^src\/modules\/[a-z-]+\/(?!ui\/).*(?<!schema)\.ts$/.test(file);

test('a typed code runs at most its limit of files on the server, with those that ARCHITECTURE.md names', async ({
  shop,
}) => {
  const productId = await givenProduct(shop, { onHand: 5 });
  const { visitor, checkoutId } = await givenReadyCheckout(shop, productId);
  const files = await filesRunBy(async () => {
    const { body } = await visitor.send('POST', '/validate-discount', { code: 'GLOW10', checkout_id: checkoutId });
    expect(body.valid).toBe(true);
  });
  console.log(`${files.length} files of modules run on the server for one typed code:\n${files.join('\n')}`);
  expect(files.length).toBeLessThanOrEqual(readLimits()[typedCodeMeasure] ?? 0);
  expect(files).toEqual(expect.arrayContaining(filesOfTypedCode().filter(isRunnable)));
});
