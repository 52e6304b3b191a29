import { anyReviewPicture } from '#modules/after/reviews/moderation/service.server.ts';

import { adminLoader } from './parts/loader.server.ts';

/** A picture of a review before anyone else may see it. */
export const loader = adminLoader(async ({ ctx, found }) => {
  const { kind, bytes } = await found((id) => anyReviewPicture(ctx.db, id));
  const headers = {
    'Content-Type': kind,
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "default-src 'none'",
  };
  return new Response(new Uint8Array(bytes), { headers });
});
