import { fail, handOver, setUp } from './setup.mjs';

try {
  await setUp({ withBuild: true });
  handOver(['build/server/index.js'], { NODE_ENV: 'production' });
} catch (error) {
  fail(error);
}
