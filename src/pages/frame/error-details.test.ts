import { UNSAFE_ErrorResponseImpl as ErrorAnswer } from 'react-router';
import { expect, test } from 'vitest';

import { errorDetails, unexpectedError } from './error-details.ts';

const unreachable = 'Can’t reach the shop. Check your connection and try again.';

test.each([
  ['a fault of the shop', new ErrorAnswer(500, '', { requestId: 'r-1' }), unexpectedError, 'r-1'],
  ['a refusal', new ErrorAnswer(429, '', { message: 'Please wait.', requestId: 'r-2' }), 'Please wait.', 'r-2'],
  ['an answer without words', new ErrorAnswer(503, '', null), unexpectedError, null],
  ['no network, in Chrome', new TypeError('Failed to fetch'), unreachable, null],
  ['no network, in Firefox', new TypeError('NetworkError when attempting to fetch resource.'), unreachable, null],
  ['no network, in Safari', new TypeError('Load failed'), unreachable, null],
  ["the router's words", new Error('Unexpected Server Error'), unexpectedError, null],
  ['a decoding error of the router', new Error('Unable to decode turbo-stream response'), unexpectedError, null],
  ['an error with a message', new Error('The wand is asleep'), 'The wand is asleep', null],
  ['an error without one', new Error(''), unexpectedError, null],
  ['something else that was thrown', 'broken', unexpectedError, null],
])("%s is shown in the shop's own words", (_what, error, message, requestId) => {
  expect(errorDetails(error)).toEqual(requestId === null ? { message } : { message, requestId });
});
