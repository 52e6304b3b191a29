import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { stockMoves } from './tables.server.ts';

/** Emails of staff who changed the stock are retained, as in the audit log. */
export const catalogPersonalData: PersonalData = { columns: [stockMoves.actorEmail] };
