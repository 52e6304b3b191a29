/**
 * Takes the README's screenshots of the built shop into docs/screenshots.
 *
 * Usage: npm run screenshots
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium, type Browser, type Page } from 'playwright-core';

import { chromiumProgram } from './installed-programs.ts';

const program = 'build/server/index.js';
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

type Shot = { name: string; viewport: { width: number; height: number }; open(page: Page): Promise<void> };

async function openCheckout(page: Page): Promise<void> {
  await page.goto('/product');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Add to Cart/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Shopping Cart' }).waitFor();
  await page.goto('/checkout');
  await page.getByLabel('Card number').waitFor();
}

const opens = (path: string) => async (page: Page) => void (await page.goto(path));

const shots: Shot[] = [
  { name: 'landing', viewport: desktop, open: opens('/') },
  { name: 'product', viewport: desktop, open: opens('/product') },
  { name: 'checkout', viewport: { width: 1440, height: 1000 }, open: openCheckout },
  { name: 'landing-phone', viewport: phone, open: opens('/') },
  { name: 'quiz-phone', viewport: phone, open: opens('/quiz') },
  { name: 'checkout-phone', viewport: phone, open: openCheckout },
];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a demo shop on an empty embedded database. */
async function startShop(dataDir: string) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '' };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of child.stdout) if (String(chunk).includes('is open at')) break;
  if (child.exitCode !== null) throw new Error('The shop did not start, see above.');
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function take(browser: Browser, baseURL: string, { name, viewport, open }: Shot): Promise<void> {
  const context = await browser.newContext({ baseURL, viewport, reducedMotion: 'reduce', locale: 'en-US' });
  const page = await context.newPage();
  await open(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      [...document.images].filter((one) => one.loading !== 'lazy').map((one) => one.decode().catch(() => null)),
    );
  });
  await page.screenshot({ path: `docs/screenshots/${name}.jpg`, type: 'jpeg', quality: 82, animations: 'disabled' });
  await context.close();
  console.log(`docs/screenshots/${name}.jpg`);
}

const executablePath = chromiumProgram();
if (executablePath === null) throw new Error('Chrome or Chromium is not installed.');
if (!existsSync(program)) throw new Error(`${program} is missing: run npm run build first.`);
const dataDir = mkdtempSync(join(tmpdir(), 'halorosa-screenshots-'));
const shop = await startShop(dataDir);
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
try {
  for (const shot of shots) await take(browser, shop.url, shot);
} finally {
  await browser.close();
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
