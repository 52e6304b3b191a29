import { fail, handOver, setUp } from './setup.mjs';

try {
  await setUp({ withBuild: false });
  handOver(['scripts/dev-server.ts'], { NODE_ENV: 'development' });
} catch (error) {
  fail(error);
}
