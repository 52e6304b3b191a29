import type { PersonalData } from '#platform/db/personal-data.server.ts';

import { stockMoves } from './tables.server.ts';

/** Who of the staff changed the stock stays, as in the audit log. */
export const catalogPersonalData: PersonalData = { columns: [stockMoves.actorEmail] };
