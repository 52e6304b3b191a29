import { expect, test } from 'vitest';

import { keepEarlyClicks } from './early-clicks.server.ts';
import { takeMarks } from './script-marks.server.ts';

test('the policy of a page allows the script that captures early clicks', () => {
  const { pieces, hashes } = takeMarks(['<head>', keepEarlyClicks('mark'), '</head>'], 'mark');
  expect(pieces.join('')).toMatch(/^<head><script>.*<\/script><\/head>$/s);
  expect(hashes).toHaveLength(1);
});
