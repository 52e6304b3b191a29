import { bulkMax, type BulkRefusal, type BulkResult } from '#shared/bulk-action.ts';
import type { Result } from '#shared/result.ts';

import { formSuccess, formError, type FormReply } from '../../forms/form-action.server.ts';

type Words = Record<BulkRefusal, string> & {
  /** Says what was changed if no row is refused. */
  all: (result: BulkResult) => string;
  /** Says what was changed and what was not. The refused rows follow by name. */
  some: (result: BulkResult) => string;
};

/** Shows the message in the form, although it is about no field. */
const inForm = { form: '' };

/** Replies to a bulk action: what was changed, and by name what was not. The page reloads. */
export function bulkReply(result: Result<BulkResult, BulkRefusal>, words: Words): FormReply<BulkResult> {
  if (!result.ok) return { ...formError(words[result.reason], inForm), status: 200 };
  const { value } = result;
  if (value.refused.length === 0) return formSuccess(words.all(value), value);
  return { ...formError(words.some(value), inForm), status: 200, result: value };
}

type Said = {
  /** Noun of the rows: 'review' and 'reviews'. */
  one: string;
  many: string;
  /** Past participle of the action: 'approved'. */
  success: string;
};

/** Words of a reply that counts the rows of a list. */
export function countedWords({ one, many, success }: Said): Words {
  const count = (rows: number) => `${rows} ${rows === 1 ? one : many}`;
  return {
    no_rows: `Select at least one ${one}.`,
    too_many_rows: `Select at most ${bulkMax} ${many}.`,
    all: ({ changed }) => `${count(changed.length)} ${success}.`,
    some: ({ changed, refused: rows }) =>
      `${changed.length} of ${count(changed.length + rows.length)} ${success}. These were not changed:`,
  };
}
