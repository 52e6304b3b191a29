import { readSettings } from '#platform/env/settings.server.ts';

import { runCommand, printLine } from './run-command.server.ts';

await runCommand({ usage: 'npm run doctor' }, async () => {
  const { runChecks } = await import('./doctor/run-checks.server.ts');
  const findings = await runChecks(readSettings, process.version);
  for (const { state, text } of findings) printLine(`${state.padEnd(8)} ${text}`);
  return findings.some(({ state }) => state === 'problem') ? 1 : 0;
});
