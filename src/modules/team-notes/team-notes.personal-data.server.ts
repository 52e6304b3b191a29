import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { teamNotes, teamTags } from './tables.server.ts';
import { eraseTeamNotes } from './team-notes.queries.server.ts';

/**
 * Notes and tags of customers. They are the team's own and in nobody's export. Those of orders are
 * erased with the contact of the order.
 */
export const teamNotesPersonalData: PersonalData = {
  columns: [teamNotes.subjectId, teamNotes.text, teamNotes.authorEmail, teamTags.subjectId, teamTags.tag],
  erase: (tx, { id, email, emailVerified }) =>
    eraseTeamNotes(tx, { kind: 'customer', ids: emailVerified ? [id, email] : [id] }),
};
