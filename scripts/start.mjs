import { fail, handOver, setUp } from './setup.mjs';

/** Memory limits of the engine and of the system's allocator; what the owner sets in NODE_OPTIONS comes later and wins. */
function memoryLimits({ NODE_OPTIONS = '', MALLOC_ARENA_MAX = '2' }) {
  const limits = '--max-old-space-size=256 --max-semi-space-size=8';
  return { NODE_OPTIONS: `${limits} ${NODE_OPTIONS}`.trim(), MALLOC_ARENA_MAX };
}

try {
  await setUp({ withBuild: true });
  handOver(['build/server/index.js'], { NODE_ENV: 'production', ...memoryLimits(process.env) });
} catch (error) {
  fail(error);
}
