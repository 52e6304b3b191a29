import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Ends a request with a status and a sentence for the caller. */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;

  constructor(status: ContentfulStatusCode, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const notFound = () => new HttpError(404, 'not_found', 'Not found.');
