import { data } from 'react-router';
import type { ZodError } from 'zod';

import type { Typed } from '#shared/typed.ts';

import type { Outcome } from '../../forms/notice.tsx';

/** What a page's action says of one of its forms; after a failure what was typed stays. */
export type Answer = {
  form: string;
  outcome: Outcome;
  issues: Record<string, string>;
  typed: Typed;
  /** Someone else was quicker: what is stored now differs from what this form began with. */
  isConflict: boolean;
};

export function saved(form: string, message: string): Answer {
  return { form, outcome: { ok: true, message }, issues: {}, typed: {}, isConflict: false };
}

type Refused = { typed: Typed; message: string; issues?: Record<string, string>; isConflict?: boolean };

export function refused(form: string, { typed, message, issues = {}, isConflict = false }: Refused) {
  return data<Answer>(
    { form, outcome: { ok: false, message }, issues, typed, isConflict },
    { status: isConflict ? 409 : 422 },
  );
}

/** A form whose fields do not fit: each says what is wrong with it. */
export function misfit(form: string, typed: Typed, error: ZodError) {
  const issues = Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
  const count = Object.keys(issues).length;
  const message =
    count === 1
      ? 'One field needs your attention. Nothing was saved.'
      : `${count} fields need your attention. Nothing was saved.`;
  return refused(form, { typed, issues, message });
}

/** The answer to one of a page's forms, when it was that one. */
export function answerOf(answer: Answer | undefined, form: string): Answer | undefined {
  return answer?.form === form ? answer : undefined;
}

/** Attributes of a form's fields: what was typed before it failed, else what is stored. */
export function fieldsOf(form: string, answer: Answer | undefined, stored: Typed) {
  const mine = answerOf(answer, form);
  return (name: string) => {
    const typed = mine?.typed[name];
    const now = stored[name] ?? '';
    return {
      id: `${form}-${name}`,
      name,
      defaultValue: typed ?? now,
      error: mine?.issues[name],
      ...(mine?.isConflict === true && typed !== undefined && typed !== now ? { hint: `Stored now: ${now}` } : {}),
    };
  };
}
