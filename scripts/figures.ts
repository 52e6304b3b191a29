import { wrongFigures } from '#modules/analytics/figures-check.server.ts';
import { rebuildFigures } from '#modules/analytics/analytics.server.ts';
import { openDatabase } from '#platform/db/database.server.ts';
import { readSettings } from '#platform/env/settings.server.ts';

const [task = 'check'] = process.argv.slice(2);
if (!['check', 'rebuild'].includes(task)) {
  console.error('Usage: npm run figures <check|rebuild>');
  process.exit(1);
}
const { databaseUrl, dataDir } = readSettings();
const onError = (error: Error) => console.error(error.message);
const database = await openDatabase({ databaseUrl, dataDir: databaseUrl === undefined ? dataDir : undefined, onError });
if (task === 'rebuild') await rebuildFigures(database.db);
const wrong = await wrongFigures(database.db);
for (const { figure, key, stored, counted } of wrong)
  console.log(`${figure} ${key}: stored ${stored}, counted ${counted}`);
console.log(wrong.length === 0 ? 'Every figure is what the orders say.' : 'Run `npm run figures rebuild`.');
await database.close();
process.exitCode = wrong.length === 0 ? 0 : 1;
