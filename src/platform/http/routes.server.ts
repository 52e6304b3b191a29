import { OpenAPIHono } from '@hono/zod-openapi';
import type { Env } from 'hono';
import type { z } from 'zod';

import type { ShopEnv } from './visitor.server.ts';

/** Fields that an answer names; a hostile body may have thousands of them wrong. */
const maxIssues = 20;

/** Body of the answer to input that does not fit its contract. */
export function badInput({ issues }: z.core.$ZodError) {
  const named = issues.slice(0, maxIssues).map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  return { error: 'bad_request', message: named[0]?.message ?? 'Bad request.', issues: named };
}

/** An empty set of routes whose contracts answer bad input with 400 and the issues. */
export function newRoutes<E extends Env = ShopEnv>(): OpenAPIHono<E> {
  return new OpenAPIHono<E>({
    defaultHook: (result, c) => {
      return result.success ? undefined : c.json(badInput(result.error), 400);
    },
  });
}
