import { fail, execNode, setUp } from './setup.mjs';

try {
  await setUp({ withBuild: true, withTools: true });
  execNode(['scripts/take-screenshots.ts']);
} catch (error) {
  fail(error);
}
