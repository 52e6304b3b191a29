import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { isTyping, watchExit } from './watch-exit.ts';

function givenPage({ canHover = true } = {}) {
  const root = new EventTarget();
  const view = Object.assign(new EventTarget(), { matchMedia: () => ({ matches: canHover }) });
  vi.stubGlobal('window', view);
  vi.stubGlobal('document', { documentElement: root, activeElement: null });
  const left: number[] = [];
  const stop = watchExit(() => left.push(Date.now()));
  return {
    left,
    stop,
    leaveAt: (clientY: number) => root.dispatchEvent(Object.assign(new Event('mouseleave'), { clientY })),
    comeBack: () => root.dispatchEvent(new Event('mouseenter')),
    show: (persisted: boolean) => view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })),
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  [20, 99, 0],
  [20, 100, 1],
  [21, 1_000, 0],
])('a mouse that left at %i px for %i ms triggers %i times', (clientY, ms, times) => {
  const { left, leaveAt } = givenPage();
  leaveAt(clientY);
  vi.advanceTimersByTime(ms);
  expect(left).toHaveLength(times);
});

test('a mouse that returns within 100 ms does not trigger, nor does any event after stopping', () => {
  const { left, leaveAt, comeBack, stop } = givenPage();
  leaveAt(0);
  vi.advanceTimersByTime(99);
  comeBack();
  vi.advanceTimersByTime(1_000);
  stop();
  leaveAt(0);
  vi.advanceTimersByTime(1_000);
  expect(left).toEqual([]);
});

test("without a mouse, only returning to a page from the browser's back/forward cache triggers", () => {
  const { left, leaveAt, show } = givenPage({ canHover: false });
  leaveAt(0);
  vi.advanceTimersByTime(1_000);
  show(false);
  expect(left).toEqual([]);
  show(true);
  expect(left).toHaveLength(1);
});

const element = (name: string, inner: object | null = null) => ({
  matches: (list: string) => list.split(', ').includes(name),
  shadowRoot: inner === null ? null : { activeElement: inner },
});

test.each([
  ['a text field', element('input'), true],
  ['a frame of the provider', element('iframe'), true],
  ['a field inside a shadow', element('div', element('input')), true],
  ['a button', element('button'), false],
  ['nothing', null, false],
])('focus on %s counts as typing: %o', (_where, activeElement, expected) => {
  vi.stubGlobal('document', { activeElement });
  expect(isTyping()).toBe(expected);
});
