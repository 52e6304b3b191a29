import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { loggedDays } from './habit-tracker.server.ts';
import { listPhotos } from './habit-tracker.queries.server.ts';

/** Days and photos are deleted with their account. */
export const habitTrackerPersonalData: PersonalData = {
  columns: [],
  /** Exports photos as links that work while signed in. */
  async export(ctx, { id }) {
    const photos = await listPhotos(ctx.db, id);
    const file = `${ctx.settings.publicUrl}/api/progress-photos`;
    return {
      routineDays: await loggedDays(ctx, id, { all: true }),
      progressPhotos: photos.map((photo) => ({ ...photo, file: `${file}/${photo.id}` })),
    };
  },
};
