import { createHash } from 'node:crypto';

import type { Context } from 'hono';
import { html, raw } from 'hono/html';

import { lastKnownContent } from '#modules/content/content.server.ts';
import { logoOf, type ShownLogo } from '#modules/content/public-site.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { noTransform } from '#platform/http/page-cache.server.ts';

import { unexpectedError } from './frame/error-details.ts';

const style = `body{margin:0;min-height:100dvh;display:grid;place-items:center;background:#fffaf7;color:#3b2530;
font:1.0625rem/1.6 system-ui,sans-serif;text-align:center}main{max-width:30rem;padding:2rem 1.5rem}h1{font:500 2.25rem/1.2 Georgia,serif}
code{word-break:break-all}a{display:inline-block;text-decoration:none;margin:.5rem;padding:.7rem 1.4rem;border-radius:2rem;color:#9f1239;border:1px solid #9f1239}`;
const policy = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

type Failure = { status: number; message?: string; requestId?: string; shopName: string; logo: ShownLogo };

/** Returns a self-contained page for when the shop's own pages cannot be rendered. */
function body({ status, message = unexpectedError, requestId, shopName, logo }: Failure) {
  const isMissing = status === 404;
  const title = isMissing ? 'Page not found' : status === 503 ? 'We will be right back' : 'Something went wrong';
  const words = isMissing ? 'Oops! Page not found' : message;
  const reference = requestId === undefined || isMissing ? '' : html`<p>Reference: <code>${requestId}</code></p>`;
  const again = isMissing ? '' : html`<a href="">Try Again</a>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} | ${shopName}</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <img src="${logo.src}" alt="${shopName}" width="${logo.width}" height="${logo.height}" />
          <h1>${title}</h1>
          <p role="alert">${words}</p>
          ${reference}${again}<a href="/">Return to Home</a>
        </main>
      </body>
    </html>`;
}

type Answer = Omit<Failure, 'shopName' | 'logo'> & { headers?: Headers };

export async function failurePage(
  ctx: Pick<Ctx, 'cacheLifetime'>,
  { headers: baseHeaders, ...failure }: Answer,
): Promise<Response> {
  const headers = new Headers(baseHeaders);
  headers.delete('content-length');
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', policy);
  headers.set('cache-control', noTransform('no-store'));
  headers.set('x-robots-tag', 'noindex');
  // The database may be away, so name and logo are those that this process read last.
  const { site, theme } = lastKnownContent(ctx);
  const page = await body({ ...failure, shopName: site.name, logo: logoOf(theme).onLight });
  return new Response(page.toString(), { status: failure.status, headers });
}

/** True when a browser opens the address as a document, false for a script's data request. */
export function isDocumentRequest({ req }: Context): boolean {
  const destination = req.header('sec-fetch-dest');
  if (destination !== undefined) return destination === 'document' || destination === 'iframe';
  return req.header('accept')?.includes('text/html') === true;
}

/** Turns an early JSON response into a page if the request asks for one. */
export async function readable(ctx: Ctx, c: Context, response: Response): Promise<Response> {
  if (!isDocumentRequest(c)) return response;
  const { message, requestId } = (await response.json()) as Omit<Failure, 'status'>;
  return failurePage(ctx, { status: response.status, message, requestId, headers: response.headers });
}
