import type { Browser, CDPSession } from 'playwright-core';

import { chromiumProgram } from '../scripts/installed-programs.ts';
import { startShopServer } from '../tests/e2e/support/shop-server.ts';
import { launchBrowser, putWandInCart } from '../tests/e2e/support/browser-visitors.ts';
import { report } from './support/bench-report.ts';
import { reactBundleBytes } from './support/react-bundle-size.ts';

/** The phone that Lighthouse emulates, with the screen height of the shop's designs. */
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2.625,
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36',
};

const kinds = ['html', 'js', 'css', 'fonts', 'images', 'provider', 'other'] as const;
type Kind = (typeof kinds)[number];
type Received = { url: string; kind: Kind; bytes: number };

/**
 * Classifies a response. The sandbox's script is listed as 'provider': the real one comes from
 * another host and differs in size.
 */
function kindOf({ url, mimeType }: { url: string; mimeType: string }): Kind {
  if (new URL(url).pathname.startsWith('/sandbox/')) return 'provider';
  if (mimeType === 'text/html') return 'html';
  if (mimeType.endsWith('javascript')) return 'js';
  if (mimeType === 'text/css') return 'css';
  if (mimeType.startsWith('font/')) return 'fonts';
  return mimeType.startsWith('image/') ? 'images' : 'other';
}

/** Counts the compressed bytes of response bodies. */
async function countBytes(session: CDPSession): Promise<() => Received[]> {
  const received = new Map<string, Received>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.startsWith('data:')) return;
    const { url, encodedDataLength: headers } = response;
    received.set(requestId, { url, kind: kindOf(response), bytes: -headers });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength: headersAndBody }) => {
    const entry = received.get(requestId);
    if (entry !== undefined) entry.bytes += headersAndBody;
  });
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  return () => [...received.values()];
}

type FirstView = { received: Received[]; hero: string | null };

async function firstView(browser: Browser, url: string, path: string): Promise<FirstView> {
  const context = await browser.newContext({ ...phone, baseURL: url });
  if (path === '/checkout') {
    const before = await context.newPage();
    await putWandInCart(before);
    await before.close();
  }
  const page = await context.newPage();
  const received = await countBytes(await context.newCDPSession(page));
  await page.goto(path, { waitUntil: 'networkidle' });
  const important = page.locator('img[fetchpriority=high]').first();
  const hero =
    (await important.count()) === 0 ? null : await important.evaluate((img: HTMLImageElement) => img.currentSrc);
  const view = { received: received(), hero };
  await context.close();
  return view;
}

const kb = (bytes: number) => bytes / 1000;
const sum = (all: readonly Received[]) => all.reduce((total, { bytes }) => total + bytes, 0);

/** Bytes that a phone loads before the first scroll, compressed, in thousands. */
export async function run(args: string[]): Promise<void> {
  const react = kb(await reactBundleBytes());
  const shop = await startShopServer();
  // Headless shell would load lazy images from farther away.
  const browser = await launchBrowser([], chromiumProgram());
  for (const path of ['/', '/product', '/checkout']) {
    const { received, hero } = await firstView(browser, shop.url, path);
    const weigh = (name: Kind | 'hero' | 'all', bytes: number) => {
      const reference = name === 'js' ? { reference: react } : {};
      report({ name: `page-weight${path}:${name}`, value: kb(bytes), unit: 'KB', ...reference });
    };
    for (const kind of kinds) weigh(kind, sum(received.filter((one) => one.kind === kind)));
    weigh('hero', sum(received.filter(({ url }) => url === hero)));
    weigh('all', sum(received));
    if (!args.includes('--files')) continue;
    for (const { url, bytes } of received.toSorted((a, b) => b.bytes - a.bytes)) console.log(`  ${bytes} ${url}`);
  }
  await browser.close();
  await shop.stop();
}
