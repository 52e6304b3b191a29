import { OpenAPIHono } from '@hono/zod-openapi';
import type { Env } from 'hono';

import type { ShopEnv } from './visitor.server.ts';

/** An empty set of routes whose contracts answer bad input with 400 and the issues. */
export function newRoutes<E extends Env = ShopEnv>(): OpenAPIHono<E> {
  return new OpenAPIHono<E>({
    defaultHook: (result, c) => {
      if (result.success) return undefined;
      const issues = result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
      return c.json({ error: 'bad_request', message: issues[0]?.message ?? 'Bad request.', issues }, 400);
    },
  });
}
