import { UNSAFE_ErrorResponseImpl as ErrorAnswer } from 'react-router';
import { expect, test } from 'vitest';

import { shownOf, unexpected, pageUnreachable } from './page-error.tsx';

test.each([
  ['a fault of the shop', new ErrorAnswer(500, '', { requestId: 'r-1' }), unexpected, 'r-1'],
  ['a refusal', new ErrorAnswer(429, '', { message: 'Please wait.', requestId: 'r-2' }), 'Please wait.', 'r-2'],
  ['an answer without words', new ErrorAnswer(503, '', null), unexpected, null],
  ['no network, in Chrome', new TypeError('Failed to fetch'), pageUnreachable, null],
  ['no network, in Firefox', new TypeError('NetworkError when attempting to fetch resource.'), pageUnreachable, null],
  ['no network, in Safari', new TypeError('Load failed'), pageUnreachable, null],
  ["the router's words", new Error('Unexpected Server Error'), unexpected, null],
  [
    "the router's words for an answer that is not its own",
    new Error('Unable to decode turbo-stream response'),
    unexpected,
    null,
  ],
  ['an error with a message', new Error('The wand is asleep'), 'The wand is asleep', null],
  ['an error without one', new Error(''), unexpected, null],
  ['something else that was thrown', 'broken', unexpected, null],
])("%s is shown in the shop's own words", (_what, error, message, requestId) => {
  expect(shownOf(error)).toEqual(requestId === null ? { message } : { message, requestId });
});
