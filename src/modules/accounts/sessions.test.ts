import { expect, test } from 'vitest';

import { deviceName, sessionActivity } from './sessions.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0 Safari/537.36 Edg/142.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/142.0 Mobile Safari/604.1', 'Chrome on iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
  [`Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile`, 'Samsung Internet on Android'],
  ['Something (X11; Linux x86_64)', 'Linux'],
  ['Firefox/140.0', 'Firefox'],
  ['curl/8.0', 'Unknown device'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
])('the user agent %j is shown as %s', (userAgent, words) => {
  expect(deviceName(userAgent)).toBe(words);
});

test.each([
  ['/admin/orders', 59, 'none'],
  ['/admin/orders', 60, 'touch'],
  ['/admin/orders', 3_600, 'touch'],
  ['/admin/orders', 3_601, 'end'],
  ['/admin.data', 3_600, 'none'],
  ['/api/newest-order', 3_600, 'none'],
  ['/admin.data', 3_601, 'end'],
] as const)('a request at %s, %i s after the last, makes an hour of idling %s', (path, idleSeconds, use) => {
  expect(sessionActivity({ path, idleSeconds, idleMinutes: 60 })).toBe(use);
});
