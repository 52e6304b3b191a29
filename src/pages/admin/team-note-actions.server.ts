import { teamNoteRefusals } from '#modules/team-notes/team-notes.ts';
import { addTeamNote, setTags, type FindSubject } from '#modules/team-notes/team-notes.server.ts';

import { replyFromResult, type FormReply, type SentForm } from '../forms/form-action.server.ts';

const fields = {
  note_missing: 'text',
  note_too_long: 'text',
  tag_too_long: 'tags',
  too_many_tags: 'tags',
} as const;

/** Returns the handlers of the forms `note` and `tags` of a record's page. */
export const teamNoteActions = (find: (sent: SentForm) => FindSubject) => ({
  async note(sent: SentForm): Promise<FormReply<never>> {
    const { text = '', key = '' } = sent.values;
    const result = await addTeamNote(sent.ctx, sent.actor, { find: find(sent), text, key });
    return replyFromResult(result, teamNoteRefusals, { success: 'Note saved.', fields });
  },
  async tags(sent: SentForm): Promise<FormReply<never>> {
    const { tags = '', seen = '' } = sent.values;
    const result = await setTags(sent.ctx, sent.actor, { find: find(sent), typed: tags, seen });
    return replyFromResult(result, teamNoteRefusals, { success: 'Tags saved.', fields });
  },
});
