import { createRoute, z } from '@hono/zod-openapi';

export const errorBodySchema = z.object({ error: z.string(), message: z.string() });

/** Response of an endpoint that returns no data. */
export const successOutput = z.object({ success: z.literal(true) });

type Method = 'get' | 'post' | 'patch' | 'delete';

export function json<S extends z.ZodType>(schema: S, description: string) {
  return { content: { 'application/json': { schema } }, description };
}

const responses = <O extends z.ZodType>(output: O) => ({
  200: json(output, 'Done'),
  422: json(errorBodySchema, 'Refused for the named reason'),
  429: json(errorBodySchema, 'Too many requests'),
});

/** Parameters of an endpoint's address: `{id}` is the id of a row, a UUID like all of them. */
function paramsOf(path: string) {
  return path.includes('{id}') ? { params: z.object({ id: z.uuid() }) } : {};
}

/**
 * Defines a JSON endpoint without a body: 200 with `output`, or the refusals that every endpoint
 * can return.
 */
export function endpoint<M extends Method, P extends string, O extends z.ZodType>(
  method: M,
  path: P,
  { summary, output }: { summary: string; output: O },
) {
  return createRoute({ method, path, summary, request: paramsOf(path), responses: responses(output) });
}

/** Defines a JSON endpoint whose body must match `input`. */
export function endpointWithBody<M extends Method, P extends string, I extends z.ZodType, O extends z.ZodType>(
  method: M,
  path: P,
  { summary, input, output }: { summary: string; input: I; output: O },
) {
  const body = { content: { 'application/json': { schema: input } }, required: true };
  return createRoute({ method, path, summary, request: { ...paramsOf(path), body }, responses: responses(output) });
}
