import { draftContent, initialContent, publishedContent } from '#modules/content/content.server.ts';
import type { Documents } from '#modules/content/documents.server.ts';
import type { PageRequest } from '#platform/http/page-context.server.ts';

type Reading = Pick<PageRequest, 'ctx' | 'draft'>;

/** Content by request, because several loaders of a page need it. */
const readBy = new WeakMap<Reading, Promise<Documents>>();

/** Returns the published texts and pictures, or the draft that an admin looks at. */
export function pageContent(request: Reading): Promise<Documents> {
  const known = readBy.get(request);
  if (known !== undefined) return known;
  const { ctx, draft = null } = request;
  const read = draft === null ? publishedContent(ctx) : draftContent(ctx, draft);
  readBy.set(request, read);
  return read;
}

/** Same, with the texts of an empty shop for a page that matters more than its texts. */
export function contentOrInitial(request: Reading): Promise<Documents> {
  return pageContent(request).catch((error: unknown) => {
    request.ctx.log.error({ err: error }, 'the content could not be read');
    return initialContent();
  });
}
