import {
  UNSAFE_ErrorResponseImpl as ErrorResponseImpl,
  redirect,
  RouterContextProvider,
  type DataStrategyResult,
} from 'react-router';
import { expect, test } from 'vitest';

import { handleUnreachableForms } from './failed-forms.ts';

const url = new URL('http://shop.test/admin/product');

/** Sends a form whose action ends with the given result, and returns what the page gets. */
async function sendForm(result: DataStrategyResult) {
  const body = new FormData();
  const fields = { form: 'picture', id: 'row-1', alt: 'A wand', password: 'rose-1' };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const request = new Request(url, { method: 'POST', body });
  const call = { request, url, params: {}, pattern: '/admin/product', context: new RouterContextProvider() };
  const results = await handleUnreachableForms(call, () => Promise.resolve({ page: result }));
  return (results as Record<string, DataStrategyResult>).page;
}

const refused = (status: number) => new ErrorResponseImpl(status, '', null);
const unreachable = 'Can’t reach the shop. Check your connection and try again.';
const failed = (result: unknown): DataStrategyResult => ({ type: 'error', result });

test.each([
  ['without a network', new TypeError('Failed to fetch'), 503, unreachable],
  ['that the shop failed to handle', refused(500), 503, unreachable],
  ['with a large file', refused(413), 413, 'This is too large to send. Shorten the text or choose a smaller file.'],
  [
    'of an expired session',
    redirect('/auth?next=%2Fadmin%2Fproduct'),
    401,
    'You’re signed out. Sign in from another tab, then try again.',
  ],
])(
  'a form %s is answered with a message and the typed values, without the password',
  async (_what, thrown, status, message) => {
    expect(await sendForm(failed(thrown))).toMatchObject({
      type: 'data',
      result: {
        data: { form: 'picture-row-1', ok: false, message, values: { form: 'picture', id: 'row-1', alt: 'A wand' } },
        init: { status },
      },
    });
    expect(JSON.stringify(await sendForm(failed(thrown)))).not.toContain('rose-1');
  },
);

test.each([
  ['a redirect', failed(redirect('/account'))],
  ['a missing page', failed(refused(404))],
  ['a form that another press replaced', failed(new DOMException('aborted', 'AbortError'))],
  ['an answer', { type: 'data', result: { ok: true } } satisfies DataStrategyResult],
])('%s is passed on unchanged', async (_what, result) => {
  expect(await sendForm(result)).toBe(result);
});
