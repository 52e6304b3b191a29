import { expect, test } from 'vitest';

import { orUnreachable } from './send-form.ts';

const otherwise = () => 'The shop cannot be reached.';

test('a form that gives way to another press of its button is not said to have reached no shop', async () => {
  const givesWay = new AbortController();
  const sent = fetch('http://127.0.0.1:9/', { signal: givesWay.signal });
  givesWay.abort();
  await expect(orUnreachable(() => sent, otherwise)).rejects.toMatchObject({ name: 'AbortError' });
});

test('a form that reaches no shop says so', async () => {
  // Nothing listens on the port of discard.
  const answer = await orUnreachable(() => fetch('http://127.0.0.1:9/'), otherwise);
  expect(answer).toMatchObject({ data: 'The shop cannot be reached.', init: { status: 503 } });
});
