import { fail, execNode, setUp } from './setup.mjs';

try {
  await setUp({ withBuild: true, withTools: true });
  execNode(['scripts/run-checks.ts', ...process.argv.slice(2)]);
} catch (error) {
  fail(error);
}
