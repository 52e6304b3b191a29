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
  const { hasDatabase, openShopDatabase, refuseOtherVersion } = await import('./open-shop.server.ts');
  const settings = readSettings();
  if (!hasDatabase(settings)) throw new CommandProblem(`There is no shop in ${settings.dataDir}.`);
  const database = await openShopDatabase(settings);
  try {
    await refuseOtherVersion(database);
    const { db } = database;
    if (word === 'export') {
      const content = await exportContent(db);
      await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
      say(`${file} holds ${Object.keys(content.documents).length} documents and ${content.pictures.length} pictures.`);
      return 0;
    }
    const text = await readFile(file, 'utf8').catch(() => {
      throw new CommandProblem(`${file} cannot be read.`);
    });
    const actor = { id: null, email: 'npm run content', requestId: 'import' };
    const count = await importContent({ db, settings, now: () => new Date() }, actor, text);
    say(`${count} documents are published.`);
    return 0;
  } catch (error) {
    if (error instanceof ContentFileProblem) throw new CommandProblem(`Nothing was imported.\n${error.message}`);
    throw error;
  } finally {
    await database.close();
  }
});
