import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { embedded, startShopServer } from '../e2e/support/shop-server.ts';
import { initialAddresses } from '../support/page-addresses.ts';

const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
const report = z.object({
  messages: z.array(z.object({ type: z.string(), url: z.string().optional(), message: z.string() })),
});

/** Parts of the standard that this version of the checker does not know yet: later ones do. */
const unknown = '.*(Attribute “name” not allowed on element “details”|number token: .*“max\\(100vw).*';

/** Returns the errors that the Nu HTML checker finds in a folder's files, with the file names. */
async function errorsIn(folder: string): Promise<string[]> {
  const options = ['--errors-only', '--filterpattern', unknown, '--format', 'json', '--stdout', '--exit-zero-always'];
  const child = spawn('java', ['-Xss1m', '-jar', checker, ...options, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  await once(child, 'close');
  const { messages } = report.parse(JSON.parse(said));
  return messages.map(({ type, url, message }) => `${basename(url ?? '')} ${type}: ${message}`);
}

test('every page that a search engine or a shared cache may keep is valid HTML', async () => {
  const shop = await startShopServer(embedded);
  const folder = mkdtempSync(join(tmpdir(), 'shop-markup-'));
  const addresses = [
    ...new Set([...initialAddresses('indexed'), ...initialAddresses('cached'), '/auth', '/track', '/no-page']),
  ];
  try {
    for (const address of addresses) {
      const page = await fetch(shop.url + address);
      const name = address === '/' ? 'home' : address.slice(1).replaceAll('/', '_');
      writeFileSync(join(folder, `${name}.html`), await page.text());
    }
    console.log(`${addresses.length} pages`);
    expect(addresses.length).toBeGreaterThan(13);
    expect(await errorsIn(folder)).toEqual([]);
    writeFileSync(join(folder, 'wrong.html'), '<!doctype html><html lang="en"><title>x</title><p><div></p></html>');
    expect(await errorsIn(folder)).toContainEqual(expect.stringMatching(/^wrong\.html error: No “p” element in scope/));
  } finally {
    rmSync(folder, { recursive: true });
    await shop.stop();
  }
});
