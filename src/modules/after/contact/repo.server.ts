import type { Db } from '#platform/db/database.server.ts';

import type { ContactMessage } from './rules.ts';
import { contactMessages } from './tables.server.ts';

export async function insertMessage(db: Db, id: string, message: ContactMessage): Promise<void> {
  await db.insert(contactMessages).values({ id, ...message });
}
