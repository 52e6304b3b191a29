import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { TrackingInfo } from '../tracking.schema.ts';

import { minPollMs, nextPollDelay } from '../tracking.ts';
import { watchOrder } from './watch-order.ts';

const shown: TrackingInfo = {
  orderNumber: 'HR-7K3QX9M2',
  lastUpdate: '2026-11-21T10:00:00.000Z',
  status: 'Confirmed',
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  packages: [],
  estimatedDelivery: null,
  shippingAddress: { street: '', city: '', state: '', zip: '' },
  timeline: [],
  items: [],
};

class Page extends EventTarget {
  hidden = false;
  show(isShown: boolean) {
    this.hidden = !isShown;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page: Page;
let answer: () => Response;
let looks: number;

beforeEach(() => {
  vi.useFakeTimers();
  page = new Page();
  looks = 0;
  answer = () => Response.json({ success: true, trackingInfo: shown });
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', async () => {
    looks += 1;
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const become = (status: string) => {
  answer = () => Response.json({ success: true, trackingInfo: { ...shown, status } });
};

test('a page polls after 8 s, not a moment before, and then less and less often', async () => {
  const stop = watchOrder('w', shown, () => undefined);
  await vi.advanceTimersByTimeAsync(minPollMs - 1);
  expect(looks).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(minPollMs * 1.5 - 1);
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toBe(2);
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toBe(2);
});

test.each([
  [8_000, false, 12_000],
  [12_000, false, 18_000],
  [50_000, false, 60_000],
  [60_000, false, 60_000],
  [60_000, true, minPollMs],
])('after a delay of %i ms, with a change %s, the next delay is %i ms', (pauseMs, hasChanged, next) => {
  expect(nextPollDelay(pauseMs, hasChanged)).toBe(next);
});

test('a change is reported once, and the next poll comes soon again', async () => {
  const statuses: string[] = [];
  const stop = watchOrder('w', shown, ({ status }) => statuses.push(status));
  await vi.advanceTimersByTimeAsync(minPollMs);
  become('Shipped');
  await vi.advanceTimersByTimeAsync(12_000);
  expect(statuses).toEqual(['Shipped']);
  await vi.advanceTimersByTimeAsync(minPollMs);
  expect([looks, statuses]).toEqual([3, ['Shipped']]);
  stop();
});

test('a hidden page does not poll, and polls at once when it is visible again', async () => {
  const stop = watchOrder('w', shown, () => undefined);
  page.show(false);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toBe(0);
  page.show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toBe(1);
  stop();
});

test('a page that is hidden during a poll does not poll again', async () => {
  const stop = watchOrder('w', shown, () => undefined);
  answer = () => {
    page.show(false);
    return Response.json({ success: true, trackingInfo: shown });
  };
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toBe(1);
  stop();
});

test.each(['Completed', 'Cancelled'])('an order that is %s is no longer polled', async (status) => {
  const stop = watchOrder('w', shown, () => undefined);
  become(status);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toBe(1);
  stop();
});

test('an unreachable shop is polled less and less often, and the shown order stays', async () => {
  const statuses: string[] = [];
  const stop = watchOrder('w', shown, ({ status }) => statuses.push(status));
  answer = () => Response.json({ error: 'fault' }, { status: 500 });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(statuses).toEqual([]);
  expect(looks).toBe(5);
  stop();
});
