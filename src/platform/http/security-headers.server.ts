import { createHash } from 'node:crypto';

import { createMiddleware } from 'hono/factory';

/** Data such as JSON-LD is no script: it never runs and needs no leave to. */
const inlineScript = /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g;

/** CSP sources for the inline scripts of a finished page: a hash each, so that no nonce spoils a cached page. */
export function scriptHashes(html: string): string[] {
  return [...html.matchAll(inlineScript)].map(
    ([, source]) =>
      `'sha256-${createHash('sha256')
        .update(source ?? '')
        .digest('base64')}'`,
  );
}

export type PolicySources = { script: string[]; frame: string[]; connect: string[]; img: string[]; form?: string[] };

/** The content security policy of a page. */
export function contentPolicy(hashes: readonly string[], extra: PolicySources): string {
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, ...extra.script].join(' '),
    "style-src 'self'",
    ['img-src', "'self'", 'data:', ...extra.img].join(' '),
    ['connect-src', "'self'", ...extra.connect].join(' '),
    ['frame-src', "'self'", ...extra.frame].join(' '),
    "font-src 'self'",
    "media-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ['form-action', "'self'", ...(extra.form ?? [])].join(' '),
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every answer. */
export function commonHeaders(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
    'x-frame-options': 'DENY',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Gives every answer the common headers; one that says itself who may frame it is asked for that only. */
export function securityHeaders(secure: boolean) {
  const { 'x-frame-options': framing = 'DENY', ...headers } = commonHeaders(secure);
  return createMiddleware(async (c, next) => {
    await next();
    // Set on the answer itself: `c.header` would make a new one of it, and its body a stream, for every single header.
    const answer = c.res.headers;
    for (const [name, value] of Object.entries(headers)) answer.set(name, value);
    if (!answer.has('x-frame-options')) answer.set('x-frame-options', framing);
  });
}
