import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const now = new Date('2026-11-21T07:00:00.000Z');

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Presses the button. The server's response waits until the test sends it. */
async function givenPress(trigger: 'manual' | 'sold-out' = 'manual') {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push([path, JSON.parse(init.body as string)]);
    return promise;
  });
  const { submitCapture } = await import('./submit-capture.ts');
  const { toasts } = await import('#ui/toast.tsx');
  const press = { result: 'busy' as string | null };
  void submitCapture(trigger, 'mia@example.com').then((result) => (press.result = result));
  const answer = async (status: number, body: unknown) => {
    resolve(Response.json(body, { status }));
    await settled();
  };
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const storedCaptures = () => JSON.parse(localStorage.getItem('email_captures') ?? '[]') as unknown;
  return { press, sent, answer, wait, storedCaptures, toasts };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('submitting shows busy for 1,500 ms even for a quick server, and is still busy at 1,499', async () => {
  const { press, sent, answer, wait, storedCaptures, toasts } = await givenPress();
  expect(sent).toEqual([['/api/capture-email', { email: 'mia@example.com', trigger: 'manual' }]]);
  await answer(200, { success: true, discount: '15%' });
  await wait(1_499);
  expect([press.result, storedCaptures(), toasts()]).toEqual(['busy', [], []]);
  await wait(1);
  expect(press.result).toBeNull();
  expect(storedCaptures()).toEqual([
    { email: 'mia@example.com', trigger: 'manual', timestamp: '2026-11-21T07:00:01.500Z', discount: '15%' },
  ]);
  expect(toasts()).toMatchObject([
    {
      title: 'Welcome to the glow club! ✨',
      description: 'Check your inbox for your exclusive 15% discount code.',
    },
  ]);
});

test('submitting shows busy until a slow server responds', async () => {
  const { press, answer, wait } = await givenPress();
  await wait(9_000);
  expect(press.result).toBe('busy');
  await answer(200, { success: true, discount: '15%' });
  expect(press.result).toBeNull();
});

test('a refusal shows its message, and nothing is stored or celebrated', async () => {
  const { press, answer, wait, storedCaptures, toasts } = await givenPress();
  await answer(429, { error: 'too_many', message: 'Too many sign-ups from here. Please try again in an hour.' });
  await wait(1_500);
  expect(press.result).toBe('Too many sign-ups from here. Please try again in an hour.');
  expect([storedCaptures(), toasts()]).toEqual([[], []]);
});

test('a capture is appended to those stored in the browser, and unreadable ones are replaced', async () => {
  localStorage.setItem('email_captures', '[{"email":"old@example.com"}]');
  const first = await givenPress('sold-out');
  await first.answer(200, { success: true, discount: '10%' });
  await first.wait(1_500);
  expect(first.storedCaptures()).toMatchObject([
    { email: 'old@example.com' },
    { trigger: 'sold-out', discount: '10%' },
  ]);
  expect(first.toasts()).toMatchObject([{ description: 'We’ll email your 10% code the day it’s back.' }]);
  localStorage.setItem('email_captures', '{not json');
  const second = await givenPress();
  await second.answer(200, { success: true, discount: '15%' });
  await second.wait(1_500);
  expect(second.storedCaptures()).toMatchObject([{ email: 'mia@example.com', discount: '15%' }]);
});
