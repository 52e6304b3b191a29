import { fail, handOver, setUp } from './setup.mjs';

try {
  await setUp({ withBuild: true, withTools: true });
  handOver(['scripts/take-screenshots.ts']);
} catch (error) {
  fail(error);
}
