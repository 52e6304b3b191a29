import { OpenAPIHono } from '@hono/zod-openapi';
import type { Env } from 'hono';
import type { z } from 'zod';

import type { ShopEnv } from './visitor.server.ts';

/** True for a method that changes nothing. */
export const isSafeMethod = (method: string) => method === 'GET' || method === 'HEAD';

/** Max fields named in a response. A hostile body may have thousands of invalid ones. */
const maxIssues = 20;

/** Response body for input that does not match its schema. */
export function badInput({ issues }: z.core.$ZodError) {
  const named = issues.slice(0, maxIssues).map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  return { error: 'bad_request', message: named[0]?.message ?? 'Bad request.', issues: named };
}

/** Ends a request whose input does not match its schema. */
export class BadInput extends Error {
  readonly input: z.core.$ZodError;

  constructor(input: z.core.$ZodError) {
    super('The input does not match its schema.');
    this.input = input;
  }
}

/**
 * Creates an empty set of routes. Input that does not match a route's schema throws `BadInput`:
 * answered here, it would reach a browser that opens a document as JSON.
 */
export function newRoutes<E extends Env = ShopEnv>(): OpenAPIHono<E> {
  return new OpenAPIHono<E>({
    defaultHook: (result) => {
      if (!result.success) throw new BadInput(result.error);
    },
  });
}
