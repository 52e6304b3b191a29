import type { HonoRequest } from 'hono';
import { createMiddleware } from 'hono/factory';

import { isStorable } from '#shared/storable.ts';

import { HttpError } from './errors.server.ts';

const maxPath = 1_000;
const maxAddress = 8_000;
const maxDepth = 32;

const jsonType = /^application\/([\w.-]+\+)?json\b/i;
const formType = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

const badRequest = (message: string) => new HttpError(400, 'bad_request', message);
const notStorable = () => badRequest('The request holds characters that cannot be stored.');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw badRequest('This address is not valid.');
  }
}

/** Refuses addresses whose path cannot be decoded, that hold a NUL, or that are too long. */
export const checkedAddress = createMiddleware((c, next) => {
  const { url } = c.req;
  if (!url.includes('%') && url.length < maxPath) return next();
  const { pathname, search } = new URL(url);
  if (pathname.length > maxPath || url.length > maxAddress)
    throw new HttpError(414, 'too_long', 'This address is too long.');
  // A query that cannot be decoded is harmless and may stand in the link of an advertisement: its page opens all the same.
  if (!isStorable(decoded(pathname)) || search.includes('%00')) throw badRequest('This address is not valid.');
  return next();
});

/** Whether every text of a parsed JSON value can be stored and none stands too deep; walks without recursion. */
function isSound(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return false;
    const inner: unknown[] = [];
    for (const one of level) {
      if (typeof one === 'string' && !isStorable(one)) return false;
      if (typeof one !== 'object' || one === null) continue;
      for (const [key, part] of Object.entries(one)) {
        if (!isStorable(key)) return false;
        inner.push(part);
      }
    }
    level = inner;
  }
  return true;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The request is not valid JSON.');
  }
}

/** Refuses JSON that is malformed or holds what cannot be stored, before any route reads it. */
export const checkedJson = createMiddleware(async (c, next) => {
  if (isRead(c.req.method) || !jsonType.test(c.req.header('content-type') ?? '')) return next();
  const text = await c.req.text();
  if (text !== '' && !isSound(parsed(text))) throw notStorable();
  return next();
});

async function formOf(req: HonoRequest, type: string): Promise<FormData> {
  const bytes = await req.arrayBuffer();
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    throw badRequest('The form is not complete.');
  }
}

/** Refuses writes that are no form, and forms that are malformed or hold text that cannot be stored. */
export const checkedForm = createMiddleware(async (c, next) => {
  if (isRead(c.req.method)) return next();
  const type = c.req.header('content-type') ?? '';
  if (!formType.test(type)) throw new HttpError(415, 'not_a_form', 'This page takes forms.');
  for (const [name, value] of await formOf(c.req, type)) {
    if (!isStorable(name) || !isStorable(typeof value === 'string' ? value : value.name)) throw notStorable();
  }
  return next();
});
