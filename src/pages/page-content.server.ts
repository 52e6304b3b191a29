import { readContent } from '#modules/content/content.server.ts';
import type { Documents } from '#modules/content/documents.server.ts';
import { cachedRead } from '#platform/http/cached-read.server.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';

const published = cachedRead((ctx) => readContent(ctx));

/** Returns the published texts and pictures, or the draft that an admin looks at. */
export function pageContent(request: Pick<PageRequest, 'ctx' | 'keeping' | 'draft'>): Promise<Documents> {
  const { ctx, draft = null } = request;
  return draft === null ? published(request) : readContent(ctx, draft);
}
