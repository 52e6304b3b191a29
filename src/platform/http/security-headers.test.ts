import { expect, test } from 'vitest';

import { contentPolicy } from './security-headers.server.ts';

test('allows the given inline scripts and no others', () => {
  const policy = contentPolicy(["'sha256-one'", "'sha256-two'"], { script: [], frame: [], connect: [], img: [] });
  expect(policy).toContain("script-src 'self' 'sha256-one' 'sha256-two';");
  expect(policy).not.toContain('unsafe');
});

test.each([true, false])('over TLS (%s), browsers are told to load nothing without it', (isSecure) => {
  const policy = contentPolicy([], { script: [], frame: [], connect: [], img: [], isSecure });
  expect(policy.split('; ').includes('upgrade-insecure-requests')).toBe(isSecure);
});
