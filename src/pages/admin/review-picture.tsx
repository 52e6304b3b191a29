import { anyReviewPicture } from '#modules/reviews/moderation.server.ts';
import { pictureResponse } from '#platform/http/picture.server.ts';

import { adminLoader } from './admin-loader.server.ts';

/** Serves a review's picture to admins before it is public. */
export const loader = adminLoader(async ({ ctx, found }) =>
  pictureResponse(await found((id) => anyReviewPicture(ctx.db, id)), 'never'),
);
