import { done, refused, type FormReply } from '../../forms/form-action.server.ts';
import type { BulkResult } from './selection.tsx';

type Outcome = { id: string; name: string; refusal: string | null };

type Said = {
  /** Noun of the rows: 'review' and 'reviews'. */
  one: string;
  many: string;
  /** Sentence of each refusal. */
  refusals: Record<string, string>;
  /** Past participle of the action: 'approved'. */
  success: string;
};

/** Name of a row that does not exist any more. */
const goneName = (one: string, id: string) => `Deleted ${one} ${id.slice(0, 8).toUpperCase()}`;

/** Reply to a bulk action: what was changed, and by name what was not. */
export function bulkReply(outcomes: readonly Outcome[], { one, many, refusals, success }: Said): FormReply<BulkResult> {
  if (outcomes.length === 0) return { ...refused(`Select at least one ${one}.`, { form: '' }), status: 200 };
  const unchanged = outcomes.flatMap(({ id, name, refusal }) => {
    const sentence = refusal === null ? undefined : refusals[refusal];
    return sentence === undefined ? [] : [{ id, name: name === '' ? goneName(one, id) : name, sentence }];
  });
  const changed = outcomes.length - unchanged.length;
  const count = (rows: number) => `${rows} ${rows === 1 ? one : many}`;
  if (unchanged.length === 0) return done(`${count(changed)} ${success}.`);
  const message = `${changed} of ${count(outcomes.length)} ${success}. Not changed:`;
  return { ...refused(message, { form: '' }), status: 200, result: { unchanged } };
}
