import { anyReviewPicture } from '#modules/after/reviews/moderation/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isUuid } from '#shared/uuid.ts';

import type { Route } from './+types/review-picture.ts';

/** A picture of a review before anyone else may see it. */
export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const found = isUuid(id) ? await anyReviewPicture(ctx.db, id) : null;
  if (found === null) throw new Response(null, { status: 404 });
  const headers = {
    'Content-Type': found.kind,
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "default-src 'none'",
  };
  return new Response(new Uint8Array(found.bytes), { headers });
}
