import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from 'react-router';
import { expect, test } from 'vitest';

import { orNotTaken, orUnreachable } from './send-form.ts';

const otherwise = () => 'The shop cannot be reached.';

test('a submit that a second press replaces is not reported as unreachable', async () => {
  const givesWay = new AbortController();
  const sent = fetch('http://127.0.0.1:9/', { signal: givesWay.signal });
  givesWay.abort();
  await expect(orUnreachable(() => sent, otherwise)).rejects.toMatchObject({ name: 'AbortError' });
});

test('a form that cannot reach the shop says so', async () => {
  // Nothing listens on the discard port.
  const answer = await orUnreachable(() => fetch('http://127.0.0.1:9/'), otherwise);
  expect(answer).toMatchObject({ data: 'The shop cannot be reached.', init: { status: 503 } });
});

test('a form with an oversized file shows the error and keeps the typed values', async () => {
  const form = new FormData();
  for (const [name, value] of [
    ['form', 'picture'],
    ['alt', 'A wand'],
  ] as const)
    form.append(name, value);
  const request = new Request('http://shop.test/', { method: 'POST', body: form });
  const tooLarge = new ErrorResponseImpl(413, 'Payload Too Large', '');
  expect(await orNotTaken(request, () => Promise.reject(tooLarge))).toMatchObject({
    data: {
      form: 'picture',
      ok: false,
      message: 'This is too large to be sent. Choose a smaller file.',
      values: { alt: 'A wand' },
    },
    init: { status: 413 },
  });
});
