import { createMiddleware } from 'hono/factory';

import { isOvermarked, isStorable } from '#shared/clean-text.ts';

import { HttpError, notFound } from './http-error.server.ts';
import { parseFormBody } from './form-body.server.ts';
import type { ShopEnv } from './visitor.server.ts';

const maxPath = 1_000;
const maxAddress = 8_000;
const maxDepth = 32;
/**
 * Max values of all levels together. The largest call of the shop's own pages sends fewer than 300.
 */
const maxValues = 2_000;

const jsonType = /^application\/([\w.-]+\+)?json\b/i;
const formType = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Encoded letters, digits and signs that an address has no reason to encode. */
const needlesslyEncoded = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi;

const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

const badRequest = (message: string) => new HttpError(400, 'bad_request', message);
const overmarked = () => badRequest('The request holds a letter with too many accents.');
const notStorable = () => badRequest('The request holds characters that cannot be stored.');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw badRequest('This address is not valid.');
  }
}

/** Refuses a text that cannot be stored, or that costs too much to clean. */
function checkText(text: string): void {
  if (!isStorable(text)) throw notStorable();
  if (isOvermarked(text)) throw overmarked();
}

/**
 * Refuses addresses that contain a NUL, are too long, or have a path that cannot be decoded.
 * A needlessly encoded path is no second spelling: reads lead to the plain one, others are not
 * found.
 */
export const validateUrl = createMiddleware((c, next) => {
  const { url } = c.req;
  if (!url.includes('%') && url.length < maxPath) return next();
  const { pathname, search } = new URL(url);
  if (pathname.length > maxPath || url.length > maxAddress)
    throw new HttpError(414, 'too_long', 'This address is too long.');
  // A query that cannot be decoded is harmless and may come from an advertisement's link, so its
  // page opens.
  if (!isStorable(decoded(pathname)) || search.includes('%00')) throw badRequest('This address is not valid.');
  const plain = pathname.replaceAll(needlesslyEncoded, decodeURIComponent);
  if (plain === pathname) return next();
  // A path that begins with two slashes would lead to another host.
  if (!isRead(c.req.method) || plain.startsWith('//')) throw notFound();
  c.header('Cache-Control', 'no-store');
  return Promise.resolve(c.redirect(plain + search, 301));
});

/**
 * Refuses a parsed JSON value with text that cannot be stored, or with too many or too deep values.
 * Walks without recursion.
 */
function checkValue(value: unknown): void {
  let level: unknown[] = [value];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length;
    if (depth > maxDepth) throw badRequest('The request is nested too deeply.');
    if (values > maxValues) throw new HttpError(413, 'too_large', 'The request holds too many values.');
    const inner: unknown[] = [];
    for (const one of level) {
      if (typeof one === 'string') checkText(one);
      if (typeof one !== 'object' || one === null) continue;
      for (const key in one) {
        checkText(key);
        inner.push((one as Record<string, unknown>)[key]);
        if (values + inner.length > maxValues) break;
      }
    }
    level = inner;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The request is not valid JSON.');
  }
}

/**
 * Refuses JSON that is malformed, too large or holds text that cannot be stored, before any route
 * reads it.
 */
export const validateJsonBody = createMiddleware(async (c, next) => {
  if (isRead(c.req.method) || !jsonType.test(c.req.header('content-type') ?? '')) return next();
  const text = await c.req.text();
  if (text !== '') checkValue(parsed(text));
  return next();
});

/**
 * Parses the form of a write, which its route reads as `c.get('form')`. Refuses writes that are no
 * form, and forms that are malformed, too large or hold text that cannot be stored.
 * `takesFiles` tells whether the address expects a file.
 */
export function parseFormMiddleware(takesFiles: (path: string) => boolean = () => false) {
  return createMiddleware<ShopEnv>(async (c, next) => {
    if (isRead(c.req.method)) return next();
    const type = c.req.header('content-type') ?? '';
    if (!formType.test(type)) throw new HttpError(415, 'not_a_form', 'This page takes forms.');
    const form = await parseFormBody(c.req.raw.body, type, takesFiles(c.req.path));
    for (const [name, value] of form) {
      checkText(name);
      checkText(typeof value === 'string' ? value : value.name);
    }
    c.set('form', form);
    return next();
  });
}
