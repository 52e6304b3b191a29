import type { ContentfulStatusCode } from 'hono/utils/http-status';

import type { Result } from '#shared/result.ts';

/** Ends a request with a status and a message for the caller. */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;

  constructor(status: ContentfulStatusCode, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** HTTP status of a refusal. */
export const refusalStatus = (reason: string) => (reason === 'too_many' ? 429 : 422);

/**
 * Returns the value of a use case. Throws for a refusal, with its message: 429 for `too_many`, else
 * 422.
 */
export function unwrapOrThrow<T, R extends string>(result: Result<T, R>, sentences: Record<NoInfer<R>, string>): T {
  if (result.ok) return result.value;
  throw new HttpError(refusalStatus(result.reason), result.reason, result.message ?? sentences[result.reason]);
}

export const notFound = () => new HttpError(404, 'not_found', 'Not found.');
