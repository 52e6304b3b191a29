import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { contentDocuments, contentVersions } from './tables.server.ts';

/** Admins who edited and published. Their customers are not in it. */
export const contentPersonalData: PersonalData = {
  columns: [contentDocuments.draftBy, contentVersions.publishedBy],
};
