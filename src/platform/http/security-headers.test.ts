import { expect, test } from 'vitest';

import { contentPolicy } from './security-headers.server.ts';

test('allows the given inline scripts and no others', () => {
  const policy = contentPolicy(["'sha256-one'", "'sha256-two'"], { script: [], frame: [], connect: [], img: [] });
  expect(policy).toContain("script-src 'self' 'sha256-one' 'sha256-two';");
  expect(policy).not.toContain('unsafe');
});
