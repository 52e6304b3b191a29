import type { TeamNotes } from '#modules/team-notes/team-notes.server.ts';
import { maxNoteLength, tagsText, maxTypedTags } from '#modules/team-notes/team-notes.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { optionsOf, type FormField } from '../../forms/form-fields.tsx';
import { Badge } from './badge.tsx';
import { Panel } from './page.tsx';

/** Tags of a record, as badges. */
export function TagBadges({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => <Badge key={tag}>{tag}</Badge>);
}

/** Returns the filter of a list by tag. None while no record has one. */
export const tagChoices = (tags: readonly string[]) =>
  tags.length === 0 ? [] : [{ name: 'tag', label: 'Tag', options: optionsOf(tags, 'All') }];

function Note({ note: { text, authorEmail, createdAt } }: { note: TeamNotes['notes'][number] }) {
  return (
    <li className="rounded-xl bg-cream px-4 py-3">
      <p className="text-sm wrap-anywhere text-soft">{`${authorEmail}, ${formatDateTime(createdAt)}`}</p>
      <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </li>
  );
}

type TeamNotesProps = {
  team: TeamNotes;
  /** Identifies the form, so that a note sent twice is stored once. */
  teamNoteKey: string;
};

function TagsForm({ tags }: Pick<TeamNotes, 'tags'>) {
  const shown = tagsText(tags);
  return (
    <ActionForm
      key={shown}
      name="tags"
      submit="Save tags"
      look="second"
      className="mt-6"
      stored={{ tags: shown }}
      hidden={{ seen: shown }}
      fields={[{ name: 'tags', label: 'Tags', hint: 'Separate tags with commas', maxLength: maxTypedTags }]}
    />
  );
}

const textField: FormField = {
  name: 'text',
  kind: 'lines',
  rows: 2,
  maxLength: maxNoteLength,
  label: 'Note',
  hint: 'Only your team can see this',
};

/** Notes and tags of an order or a customer, with their forms. */
export function TeamNotesPanel({ team: { notes, tags }, teamNoteKey }: TeamNotesProps) {
  return (
    <Panel title="Notes and tags">
      {notes.length === 0 ? null : (
        <ol className="mb-5 space-y-3">
          {notes.map((note) => (
            <Note key={note.id} note={note} />
          ))}
        </ol>
      )}
      <ActionForm
        key={notes.at(-1)?.id ?? ''}
        name="note"
        submit="Save note"
        look="second"
        hidden={{ key: teamNoteKey }}
        fields={[textField]}
      />
      <TagsForm tags={tags} />
      {notes.length === 0 && tags.length === 0 ? <p className="mt-4 text-sm text-soft">No notes or tags yet.</p> : null}
    </Panel>
  );
}
