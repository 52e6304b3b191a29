import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { auditEntries } from './tables.server.ts';

/** The log is never changed: it names customers by the id of their account alone. */
export const auditPersonalData: PersonalData = { columns: [auditEntries.actorEmail] };
