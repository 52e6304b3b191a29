import { readFile, writeFile } from 'node:fs/promises';

import { readSettings } from '#platform/env/settings.server.ts';

import { CommandError, runCommand, printLine } from './run-command.server.ts';

const form = {
  usage: 'npm run content -- export|import [--file content.json]',
  missing: 'Enter export or import',
  options: { file: { type: 'string', default: 'content.json' } },
} as const;

await runCommand(form, async ({ word, values }) => {
  const file = String(values.file);
  if (word !== 'export' && word !== 'import') throw new CommandError(`Enter export or import: ${form.usage}`);
  const { ContentFileProblem, exportContent, importContent } =
    await import('#modules/content/content-import-export.server.ts');
  const { productTransfer } = await import('#modules/catalog/product-import-export.server.ts');
  const { lastSalesOf } = await import('#modules/orders/sales.queries.server.ts');
  const { hasDatabase, openShopDatabase, assertShopVersion } = await import('./open-shop.server.ts');
  const settings = readSettings();
  if (!hasDatabase(settings)) throw new CommandError(`No shop found in ${settings.dataDir}.`);
  const database = await openShopDatabase(settings);
  try {
    await assertShopVersion(database);
    const { db } = database;
    const now = () => new Date();
    const product = productTransfer(now, lastSalesOf);
    if (word === 'export') {
      const content = await exportContent(db, product);
      await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
      const documents = Object.keys(content.documents).length;
      printLine(`${file} contains the product, ${documents} documents and ${content.pictures.length} images.`);
      return 0;
    }
    const bytes = await readFile(file);
    const actor = { id: null, email: 'npm run content', requestId: 'import' };
    const { documents, hasProduct } = await importContent({ db, settings, now, product }, actor, bytes);
    printLine(`Published ${documents} documents${hasProduct ? ' and updated the product' : ''}.`);
    return 0;
  } catch (error) {
    if (error instanceof ContentFileProblem) throw new CommandError(`Nothing was imported.\n${error.message}`);
    throw error;
  } finally {
    await database.close();
  }
});
