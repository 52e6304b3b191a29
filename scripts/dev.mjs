import { fail, execNode, setUp } from './setup.mjs';

try {
  await setUp({ withBuild: false });
  execNode(['scripts/dev-server.ts'], { NODE_ENV: 'development' });
} catch (error) {
  fail(error);
}
