import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { TrackingInfo } from '../tracking.schema.ts';

import { firstLookMs, maxLookMs, pauseAfter } from '../tracking.ts';
import { watchOrder } from './watch-order.ts';

const shown: TrackingInfo = {
  orderNumber: 'HR-7K3QX9M2',
  lastUpdate: '2026-11-21T10:00:00.000Z',
  status: 'Confirmed',
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
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

test('a page looks again after 8 s, not a moment before, and then ever less often', async () => {
  const stop = watchOrder('w', shown, () => undefined);
  await vi.advanceTimersByTimeAsync(firstLookMs - 1);
  expect(looks).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(firstLookMs * 1.5 - 1);
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
  [50_000, false, maxLookMs],
  [60_000, false, maxLookMs],
  [60_000, true, firstLookMs],
])('after a pause of %i ms, changed %s, the next one is %i ms', (pauseMs, hasChanged, next) => {
  expect(pauseAfter(pauseMs, hasChanged)).toBe(next);
});

test('a change is told once, and the next look comes soon again', async () => {
  const told: string[] = [];
  const stop = watchOrder('w', shown, ({ status }) => told.push(status));
  await vi.advanceTimersByTimeAsync(firstLookMs);
  become('Shipped');
  await vi.advanceTimersByTimeAsync(12_000);
  expect(told).toEqual(['Shipped']);
  await vi.advanceTimersByTimeAsync(firstLookMs);
  expect([looks, told]).toEqual([3, ['Shipped']]);
  stop();
});

test('a page that nobody sees asks nothing, and looks at once when it is seen again', async () => {
  const stop = watchOrder('w', shown, () => undefined);
  page.show(false);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toBe(0);
  page.show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toBe(1);
  stop();
});

test('a page that is left while it looks does not look on', async () => {
  const stop = watchOrder('w', shown, () => undefined);
  answer = () => {
    page.show(false);
    return Response.json({ success: true, trackingInfo: shown });
  };
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toBe(1);
  stop();
});

test.each(['Completed', 'Cancelled'])('an order that is %s is not looked at any more', async (status) => {
  const stop = watchOrder('w', shown, () => undefined);
  become(status);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toBe(1);
  stop();
});

test('a shop that cannot be reached is asked less and less, and what is shown stays', async () => {
  const told: string[] = [];
  const stop = watchOrder('w', shown, ({ status }) => told.push(status));
  answer = () => Response.json({ error: 'fault' }, { status: 500 });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(told).toEqual([]);
  expect(looks).toBe(5);
  stop();
});
