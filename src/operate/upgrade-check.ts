import { readSettings } from '#platform/env/settings.server.ts';

import { runCommand, printLine } from './run-command.server.ts';

await runCommand({ usage: 'npm run upgrade-check' }, async () => {
  const { openShopDatabase } = await import('./open-shop.server.ts');
  const { upgradeFindings } = await import('./doctor/upgrade-checks.server.ts');
  const settings = readSettings();
  const database = await openShopDatabase(settings);
  try {
    const findings = await upgradeFindings(database, settings);
    for (const { state, text } of findings) printLine(`${state.padEnd(8)} ${text}`);
    return findings.some(({ state }) => state === 'problem') ? 1 : 0;
  } finally {
    await database.close();
  }
});
