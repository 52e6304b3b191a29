import { readFileSync } from 'node:fs';

import { fail, execNode, setUp } from './setup.mjs';

/**
 * Memory limits of V8 and of the system's allocator. The owner's NODE_OPTIONS come later and win.
 */
function memoryLimits({ NODE_OPTIONS = '', ...env }) {
  const limits = JSON.parse(readFileSync('scripts/memory-limits.json', 'utf8'));
  return { ...limits, ...env, NODE_OPTIONS: `${limits.NODE_OPTIONS} ${NODE_OPTIONS}`.trim() };
}

try {
  await setUp({ withBuild: true });
  execNode(['build/server/index.js'], { NODE_ENV: 'production', ...memoryLimits(process.env) });
} catch (error) {
  fail(error);
}
