import { randomBytes } from 'node:crypto';

import type { SandboxError, SandboxIntent } from './cards.ts';

export type ApiResponse = { status: number; body: unknown; isReplayed?: true };

export function failure(status: number, error: SandboxError, intent?: SandboxIntent): ApiResponse {
  return { status, body: { error: intent === undefined ? error : { ...error, payment_intent: intent } } };
}

export function invalid(
  message: string,
  code?: string,
  about: { intent?: SandboxIntent; param?: string } = {},
): ApiResponse {
  const { intent, param } = about;
  const error: SandboxError = {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  };
  return failure(400, error, intent);
}

export function okResponse(body: unknown): ApiResponse {
  return { status: 200, body };
}

/** Returns the error for a parameter that names a missing object. */
export function missing(kind: string, id: string, param: string): ApiResponse {
  const message = `No such ${kind}: '${id}'`;
  return failure(404, { type: 'invalid_request_error', code: 'resource_missing', param, message });
}

/**
 * Returns the whole cents of a form field; null unless it is a whole number of at most 8 digits.
 */
export function centsOf(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,8}$/.test(value) ? Number(value) : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export const seconds = () => Math.floor(Date.now() / 1000);

export const newId = (kind: string, bytes = 12) => `${kind}_${randomBytes(bytes).toString('hex')}`;

/** Min amount of a charge, in cents. */
export const smallestCharge = 50;

/** Page size of a list: 10 by default, at most 100. */
export const limitOf = (query: URLSearchParams) => Math.min(100, Math.max(1, Number(query.get('limit') ?? 10)));

/** Returns the requested page of a list, newest first, after the object `starting_after`. */
export function page(path: string, query: URLSearchParams, newestFirst: readonly { id: string }[]): ApiResponse {
  const after = query.get('starting_after');
  const start = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  return firstOf(path, limitOf(query), newestFirst.slice(start));
}

/** Returns the first `limit` objects of the rest of a list. */
export function firstOf(path: string, limit: number, rest: readonly object[]): ApiResponse {
  return okResponse({ object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url: path });
}
