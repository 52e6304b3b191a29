import { expect, test } from 'vitest';

import { keepEarlyClicks } from './early-clicks.server.ts';
import { takeMarks } from './script-marks.server.ts';

test('the script that keeps early clicks stands in the head, and the policy of the page lets it run', () => {
  const page = keepEarlyClicks('<html><head><title>Wand</title></head><body></body></html>', 'mark');
  expect(page).toMatch(/^<html><head><title>Wand<\/title><script nonce="mark">.*<\/script><\/head><body>/s);
  expect(takeMarks(page, 'mark').hashes).toHaveLength(1);
});
