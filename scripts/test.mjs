import { fail, handOver, setUp } from './setup.mjs';

try {
  await setUp({ withBuild: true, withTools: true });
  handOver(['scripts/run-checks.ts', ...process.argv.slice(2)]);
} catch (error) {
  fail(error);
}
