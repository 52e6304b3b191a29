import { Hono } from 'hono';
import pino from 'pino';
import { expect, test } from 'vitest';

import { createErrorHandler } from './error-handler.server.ts';
import type { ShopEnv } from './visitor.server.ts';

/** An error of hono as a second copy of the package creates it. */
class HTTPException extends Error {
  readonly status: number;

  constructor(status: number) {
    super('Malformed JSON in request body');
    this.status = status;
  }
}

async function answered(error: Error) {
  const lines: string[] = [];
  const app = new Hono<ShopEnv>();
  app.onError(createErrorHandler(pino({ base: null }, { write: (line: string) => void lines.push(line) })));
  app.get('*', () => {
    throw error;
  });
  const answer = await app.request('/');
  return { status: answer.status, body: await answer.json(), logged: lines.length };
}

test('malformed JSON is answered with 400, whichever copy of the library reports it', async () => {
  const body = { error: 'bad_request', message: 'The request is not valid JSON.' };
  expect(await answered(new HTTPException(400))).toEqual({ status: 400, body, logged: 0 });
});

test.each([new HTTPException(502), new Error('no status'), Object.assign(new Error('a word'), { status: 'gone' })])(
  'an error of the shop itself is answered with 500 and logged: %s',
  async (error) => {
    expect(await answered(error)).toMatchObject({ status: 500, body: { error: 'fault' }, logged: 1 });
  },
);
