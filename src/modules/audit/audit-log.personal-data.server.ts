import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { auditEntries } from './tables.server.ts';

/** The log is immutable, so it identifies customers only by their account id. */
export const auditPersonalData: PersonalData = { columns: [auditEntries.actorEmail] };
