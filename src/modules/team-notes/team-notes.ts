import { isBlank, oneLine, stripInvisible } from '#shared/clean-text.ts';
import { formatCount } from '#shared/money.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

/** Kinds of records that the team writes notes about. */
export type SubjectKind = 'order' | 'customer';

/** Max characters of a note, and of a tag. */
export const [maxNoteLength, maxTagLength] = [2_000, 30];

/** Max tags of a record. */
export const maxTags = 10;

/** Max characters of the tags of a record as they are typed. */
export const maxTypedTags = maxTags * (maxTagLength + 2);

export const teamNoteRefusals = {
  gone: 'This record no longer exists.',
  changed_meanwhile: 'Someone else changed the tags after you opened this page. Review them, then save again.',
  note_missing: 'Enter a note.',
  note_too_long: `Use at most ${formatCount(maxNoteLength)} characters for a note.`,
  tag_too_long: `Use at most ${maxTagLength} characters for each tag.`,
  too_many_tags: `Use at most ${maxTags} tags.`,
} as const;

export type TeamNoteRefusal = keyof typeof teamNoteRefusals;

/** Returns a typed note without invisible characters. Refuses an empty and an overlong one. */
export function parseNote(typed: string): Result<string, 'note_missing' | 'note_too_long'> {
  if (typed.length > 2 * maxNoteLength) return refuse('note_too_long');
  const text = stripInvisible(typed.toWellFormed().replaceAll(/\r\n?/g, '\n')).trim();
  if (isBlank(text)) return refuse('note_missing');
  return text.length > maxNoteLength ? refuse('note_too_long') : ok(text);
}

const tagIn = (typed: string) =>
  oneLine(typed.normalize('NFC'))
    .toLowerCase()
    .replaceAll(/\s{1,400}/g, ' ')
    .trim();

/** Returns typed tags, separated by commas: each once, in lower case, in alphabetical order. */
export function parseTags(typed: string): Result<string[], 'tag_too_long' | 'too_many_tags'> {
  if (typed.length > maxTypedTags) return refuse('too_many_tags');
  const tags = [...new Set(typed.toWellFormed().split(',').map(tagIn))].filter((tag) => !isBlank(tag)).toSorted();
  if (tags.some((tag) => tag.length > maxTagLength)) return refuse('tag_too_long');
  return tags.length > maxTags ? refuse('too_many_tags') : ok(tags);
}

/** Returns tags as a person types them. */
export const tagsText = (tags: readonly string[]) => tags.join(', ');
