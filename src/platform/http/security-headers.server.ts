import { createMiddleware } from 'hono/factory';

export type PolicySources = {
  script: string[];
  frame: string[];
  connect: string[];
  img: string[];
  form?: string[];
  /** True if a page of the shop may show it in a frame. */
  isFramed?: boolean;
  /** True if the shop is served over TLS: browsers then load nothing without it. */
  isSecure?: boolean;
};

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
    `frame-ancestors ${extra.isFramed === true ? "'self'" : "'none'"}`,
    ...(extra.isSecure === true ? ['upgrade-insecure-requests'] : []),
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

/**
 * Paths of pictures and films that emails, shared links and other sites show. Matched by path,
 * because a 304 has no content type.
 */
const shownElsewhere = /^\/(media|product-images|content-pictures)\/|^\/[\w-]+\.(png|jpg|svg|ico)$/;

/**
 * Adds the common headers to every response. A header that the response set itself is kept, such as
 * who may frame it or its referrer policy.
 */
export function securityHeaders(isSecure: () => boolean) {
  const [overTls, plain] = [true, false].map((secure) => Object.entries(commonHeaders(secure)));
  return createMiddleware(async (c, next) => {
    await next();
    // Set directly on the response: `c.header` would copy it and turn its body into a stream for
    // every header.
    const answer = c.res.headers;
    if (shownElsewhere.test(c.req.path)) answer.set('cross-origin-resource-policy', 'cross-origin');
    for (const [name, value] of (isSecure() ? overTls : plain) ?? []) if (!answer.has(name)) answer.set(name, value);
  });
}
