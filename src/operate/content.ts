import { readFile, writeFile } from 'node:fs/promises';

import { readSettings } from '#platform/env/settings.server.ts';

import { CommandProblem, runCommand, say } from './run-command.server.ts';

const form = {
  usage: 'npm run content -- export|import [--file content.json]',
  missing: 'Say whether to export or to import',
  options: { file: { type: 'string', default: 'content.json' } },
} as const;

await runCommand(form, async ({ word, values }) => {
  const file = String(values.file);
  if (word !== 'export' && word !== 'import') throw new CommandProblem(`Say export or import: ${form.usage}`);
  const { ContentFileProblem, exportContent, importContent } =
    await import('#modules/content/transfer-content.server.ts');
  const { productTransfer } = await import('#modules/catalog/transfer-product.server.ts');
  const { lastSalesOf } = await import('#modules/orders/sales.server.ts');
  const { hasDatabase, openShopDatabase, refuseOtherVersion } = await import('./open-shop.server.ts');
  const settings = readSettings();
  if (!hasDatabase(settings)) throw new CommandProblem(`There is no shop in ${settings.dataDir}.`);
  const database = await openShopDatabase(settings);
  try {
    await refuseOtherVersion(database);
    const { db } = database;
    const now = () => new Date();
    const product = productTransfer(now, lastSalesOf);
    if (word === 'export') {
      const content = await exportContent(db, product);
      await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
      const documents = Object.keys(content.documents).length;
      say(`${file} holds the product, ${documents} documents and ${content.pictures.length} pictures of theirs.`);
      return 0;
    }
    const text = await readFile(file, 'utf8').catch(() => {
      throw new CommandProblem(`${file} cannot be read.`);
    });
    const actor = { id: null, email: 'npm run content', requestId: 'import' };
    const { documents, hasProduct } = await importContent({ db, settings, now, product }, actor, text);
    say(`${documents} documents are published${hasProduct ? ', and the product is changed' : ''}.`);
    return 0;
  } catch (error) {
    if (error instanceof ContentFileProblem) throw new CommandProblem(`Nothing was imported.\n${error.message}`);
    throw error;
  } finally {
    await database.close();
  }
});
