import { createMiddleware } from 'hono/factory';

export type PolicySources = { script: string[]; frame: string[]; connect: string[]; img: string[]; form?: string[] };

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

export function commonHeaders(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
    'x-frame-options': 'DENY',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Pictures and films that mails, shared links and other sites show. Told by the path: a 304 has no content type. */
const shownElsewhere = /^\/(media|product-images)\/|^\/[\w-]+\.(png|jpg|svg|ico)$/;

/** Gives every answer the common headers, except those that it says itself: who may frame it, what it tells of where one was. */
export function securityHeaders(secure: boolean) {
  const headers = Object.entries(commonHeaders(secure));
  return createMiddleware(async (c, next) => {
    await next();
    // Set on the answer itself: `c.header` would make a new one of it, and its body a stream, for every single header.
    const answer = c.res.headers;
    if (shownElsewhere.test(c.req.path)) answer.set('cross-origin-resource-policy', 'cross-origin');
    for (const [name, value] of headers) if (!answer.has(name)) answer.set(name, value);
  });
}
