import { lt, sql } from 'drizzle-orm';

import { deleteInBatches } from '../db/batched-writes.server.ts';
import type { PersonalData } from '../db/data-subject.server.ts';
import { rateLimitPoints } from './tables.server.ts';

const { key, expire } = rateLimitPoints;

export const limitsPersonalData: PersonalData = {
  columns: [key],
  async erase(tx, { email }) {
    await tx.delete(rateLimitPoints).where(sql`right(${key}, ${email.length + 1}) = ${`:${email}`}`);
  },
  retention: {
    limits: (db, daysAgo) => deleteInBatches(db, rateLimitPoints, lt(expire, daysAgo(0).getTime())),
  },
};
