import { createServer } from 'node:net';
import { parseArgs } from 'node:util';

import lighthouse, { type RunnerResult } from 'lighthouse';

import { chromiumProgram } from '../scripts/installed-programs.ts';
import { startShopServer } from '../tests/e2e/support/shop-server.ts';
import { launchBrowser } from '../tests/e2e/support/browser-visitors.ts';
import { median, report } from './support/bench-report.ts';

const pages = ['/', '/product', '/quiz', '/checkout'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse's benchmark index of a mid-range phone. */
const phoneIndex = 370;

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Returns the cookie of a guest with one wand in the cart. */
async function cartCookie(url: string): Promise<string> {
  const html = await (await fetch(`${url}/product`)).text();
  const id = /name="product_id" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const body = JSON.stringify({ product_id: id, quantity: 1 });
  const answer = await fetch(`${url}/api/cart/items`, { method: 'POST', headers, body });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** The shop, the port of the browser, and the factor by which the CPU is slowed. */
type Target = { url: string; port: number; factor: number };

async function auditOnce({ url, port, factor }: Target, path: string): Promise<RunnerResult['lhr']> {
  const isCheckout = path === '/checkout';
  const result = await lighthouse(url + path, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: categories,
    throttling: { cpuSlowdownMultiplier: factor },
    // The checkout is deliberately excluded from search engines.
    ...(isCheckout ? { skipAudits: ['is-crawlable'], extraHeaders: { Cookie: await cartCookie(url) } } : {}),
  });
  if (result === undefined) throw new Error(`no result for ${path}`);
  if (result.lhr.runtimeError !== undefined) throw new Error(`${path}: ${result.lhr.runtimeError.message}`);
  return result.lhr;
}

/**
 * Retries up to twice if the browser recorded no trace, because that says nothing about the page.
 */
async function audit(target: Target, path: string): Promise<RunnerResult['lhr']> {
  for (let left = 2; left > 0; left -= 1) {
    try {
      return await auditOnce(target, path);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('NO_NAVSTART')) throw error;
    }
  }
  return auditOnce(target, path);
}

const score = (category: string) => (lhr: RunnerResult['lhr']) => (lhr.categories[category]?.score ?? 0) * 100;
const metric = (name: string) => (lhr: RunnerResult['lhr']) => lhr.audits[name]?.numericValue ?? Number.NaN;

const indexOf = ({ environment }: RunnerResult['lhr']) => environment.benchmarkIndex;
const factorFor = (index: number) => Math.max(1, index / phoneIndex);

function reportPage(path: string, results: RunnerResult['lhr'][]): void {
  const figure = (name: string, unit: string, of: (lhr: RunnerResult['lhr']) => number) =>
    report({ name: `lighthouse${path}:${name}`, value: median(results.map(of)), unit });
  figure('benchmark-index', 'points', indexOf);
  figure('cpu-factor', 'times', ({ configSettings }) => configSettings.throttling.cpuSlowdownMultiplier);
  for (const category of categories) figure(category, 'points', score(category));
  figure('lcp', 'ms', metric('largest-contentful-paint'));
  figure('tbt', 'ms', metric('total-blocking-time'));
  figure('cls', 'shift', metric('cumulative-layout-shift'));
}

/** Prints the audits that reduce the score. */
function showFindings(lhr: RunnerResult['lhr']): void {
  for (const { id, title, score, scoreDisplayMode, displayValue } of Object.values(lhr.audits)) {
    if (score === null || score >= 0.9 || scoreDisplayMode === 'informative') continue;
    console.log(`  ${score.toFixed(2)} ${id}: ${title} ${displayValue ?? ''}`);
  }
}

/**
 * Lighthouse with the mobile preset: the median of `--runs` (5) on `--pages` (all). `--findings`
 * lists the audits that reduce the score. The CPU is slowed to a mid-range phone by the benchmark
 * index of the run before, because other processes share the machine. The first run only measures
 * the index.
 */
export async function run(args: string[]): Promise<void> {
  const options = { runs: { type: 'string' }, pages: { type: 'string' }, findings: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args, options });
  const selected = values.pages?.split(',');
  const shop = await startShopServer();
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`], chromiumProgram());
  let index = indexOf(await audit({ url: shop.url, port, factor: 1 }, '/'));
  const auditAsOnPhone = async (path: string) => {
    const lhr = await audit({ url: shop.url, port, factor: factorFor(index) }, path);
    index = indexOf(lhr);
    return lhr;
  };
  for (const path of pages.filter((one) => selected?.includes(one) ?? true)) {
    const results: RunnerResult['lhr'][] = [];
    for (let round = 0; round < Number(values.runs ?? 5); round += 1) results.push(await auditAsOnPhone(path));
    reportPage(path, results);
    if (values.findings === true && results[0] !== undefined) showFindings(results[0]);
  }
  await browser.close();
  await shop.stop();
}
