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

export type PolicySources = { script: string[]; frame: string[]; connect: string[]; img: string[] };

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
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every answer. */
export function securityHeaders(secure: boolean) {
  return createMiddleware(async (c, next) => {
    await next();
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'strict-origin-when-cross-origin');
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    c.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")');
    if (!c.res.headers.has('X-Frame-Options')) c.header('X-Frame-Options', 'DENY');
    if (secure) c.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  });
}
