import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { captureMoments, type DialogTrigger } from '../email-capture.ts';

/** A page of 3,900 px on a screen of 900 px, with nothing focused and no dialog open. */
function givenPage({ isDesktop = true } = {}) {
  const root = Object.assign(new EventTarget(), { scrollHeight: 3_900 });
  const page = { focused: null as string | null, dialog: false };
  const scrolled = Object.assign(new EventTarget(), {
    scrollY: 0,
    innerHeight: 900,
    matchMedia: () => ({ matches: isDesktop }),
  });
  vi.stubGlobal('window', scrolled);
  vi.stubGlobal('document', {
    documentElement: root,
    querySelector: () => (page.dialog ? {} : null),
    get activeElement() {
      return page.focused === null ? null : { matches: (list: string) => list.includes(page.focused ?? '') };
    },
  });
  const scrollTo = (top: number) => {
    scrolled.scrollY = top;
    scrolled.dispatchEvent(new Event('scroll'));
  };
  const leaveAt = (clientY: number) => root.dispatchEvent(Object.assign(new Event('mouseleave'), { clientY }));
  const comeBack = () => root.dispatchEvent(new Event('mouseenter'));
  return { page, scrollTo, leaveAt, comeBack };
}

async function givenVisit(device = {}) {
  const page = givenPage(device);
  const { watchVisit } = await import('./watch-visit.ts');
  const store = await import('./capture-store.ts');
  const opened: DialogTrigger[] = [];
  const open = (trigger: DialogTrigger) => {
    opened.push(trigger);
    store.openCapture(trigger);
  };
  return { ...page, ...store, opened, stop: watchVisit(captureMoments, open) };
}

function givenStorage(): Storage {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  };
  return storage as unknown as Storage;
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', givenStorage());
  vi.stubGlobal('sessionStorage', givenStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('after 30,000 ms on a page, not at 29,999, the dialog opens once', async () => {
  const { opened } = await givenVisit();
  vi.advanceTimersByTime(29_999);
  expect(opened).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(opened).toEqual(['time-based']);
  vi.advanceTimersByTime(120_000);
  expect(opened).toHaveLength(1);
});

test('scrolling half way, 1,500 px of 3,000, opens the dialog, 1,499 px does not', async () => {
  const { opened, scrollTo } = await givenVisit();
  vi.advanceTimersByTime(10_000);
  scrollTo(1_499);
  expect(opened).toEqual([]);
  scrollTo(1_500);
  expect(opened).toEqual(['scroll-based']);
});

test('in the first 10,000 ms neither scrolling nor leaving opens the dialog', async () => {
  const { opened, scrollTo, leaveAt } = await givenVisit();
  vi.advanceTimersByTime(9_898);
  leaveAt(0);
  vi.advanceTimersByTime(101);
  scrollTo(3_000);
  expect(opened).toEqual([]);
  vi.advanceTimersByTime(1);
  scrollTo(3_000);
  expect(opened).toEqual(['scroll-based']);
});

test('a pointer that leaves within 20 px of the top opens the dialog after 100 ms, unless it returns', async () => {
  const { opened, leaveAt, comeBack } = await givenVisit();
  vi.advanceTimersByTime(10_000);
  leaveAt(21);
  vi.advanceTimersByTime(1_000);
  leaveAt(20);
  vi.advanceTimersByTime(99);
  comeBack();
  vi.advanceTimersByTime(1_000);
  expect(opened).toEqual([]);
  leaveAt(20);
  vi.advanceTimersByTime(99);
  expect(opened).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(opened).toEqual(['exit-intent']);
});

test('on a phone a leaving pointer does not open the dialog', async () => {
  const { opened, leaveAt } = await givenVisit({ isDesktop: false });
  vi.advanceTimersByTime(20_000);
  leaveAt(0);
  vi.advanceTimersByTime(9_999);
  expect(opened).toEqual([]);
});

test('the dialog waits during typing or another dialog and tries again every 5,000 ms', async () => {
  const { opened, page } = await givenVisit();
  page.focused = 'input';
  vi.advanceTimersByTime(34_999);
  page.focused = null;
  page.dialog = true;
  vi.advanceTimersByTime(1);
  page.dialog = false;
  vi.advanceTimersByTime(4_999);
  expect(opened).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(opened).toEqual(['time-based']);
});

test('leaving the page stops the timers and listeners', async () => {
  const { opened, stop, scrollTo, leaveAt } = await givenVisit();
  vi.advanceTimersByTime(10_000);
  leaveAt(0);
  stop();
  scrollTo(3_000);
  vi.advanceTimersByTime(60_000);
  expect(opened).toEqual([]);
});

test.each([
  ['shown in this session', () => sessionStorage.setItem('email_capture_shown', '1')],
  ['dismissed once', () => localStorage.setItem('email_capture_dismissed', '1')],
  ['captured once', () => localStorage.setItem('email_captures', '[{"email":"mia@example.com"}]')],
])('%s, the dialog never opens on its own again', async (_what, arrange) => {
  arrange();
  const { opened, isSettled } = await givenVisit();
  expect(isSettled()).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(opened).toEqual([]);
});

test('a dialog opened on request blocks automatic ones, and a dismissed one never opens on its own again', async () => {
  const { opened, openCapture, closeCapture, openedBy } = await givenVisit();
  openCapture('manual');
  expect(sessionStorage.getItem('email_capture_shown')).toBe('1');
  openCapture('time-based');
  expect(openedBy.get()).toBe('manual');
  closeCapture();
  expect(openedBy.get()).toBeNull();
  expect(localStorage.getItem('email_capture_dismissed')).toBe('1');
  vi.advanceTimersByTime(60_000);
  expect(opened).toEqual([]);
});

test('without browser storage the dialog opens at most once per page and nothing breaks', async () => {
  const refusing = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: refusing, setItem: refusing });
  vi.stubGlobal('sessionStorage', { getItem: refusing, setItem: refusing });
  const { opened, closeCapture } = await givenVisit();
  vi.advanceTimersByTime(30_000);
  closeCapture();
  vi.advanceTimersByTime(60_000);
  expect(opened).toEqual(['time-based']);
});
