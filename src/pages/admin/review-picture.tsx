import { anyReviewPicture } from '#modules/reviews/moderation.server.ts';
import { pictureResponse } from '#platform/http/picture.server.ts';

import { adminLoader } from './parts/loader.server.ts';

/** A picture of a review before anyone else may see it. */
export const loader = adminLoader(async ({ ctx, found }) =>
  pictureResponse(await found((id) => anyReviewPicture(ctx.db, id)), 'never'),
);
