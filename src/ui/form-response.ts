import { nonEmptyLines, type FormValues } from '#shared/form-values.ts';

import type { Refusal } from './refusal.ts';

/** Response of a page's action to one of its forms: a refusal unless it is `ok`. */
export type FormResponse<T = unknown> = Refusal & {
  /** Name of the form, plus the row's id if several rows have this form. */
  form: string;
  ok: boolean;
  /** Error messages by field name. */
  issues: Record<string, string>;
  /** Submitted values. Empty after a success. */
  values: FormValues;
  /** True when the record changed after the form was loaded. */
  conflict: boolean;
  /**
   * Question to answer before anything is done: `sure` about a doubt is asked in the form, `final`
   * before what cannot be undone in a dialog.
   */
  question: 'password' | 'sure' | 'final' | null;
  /** Value of `sureField` that answers the question, so that it agrees to nothing else. */
  agrees?: string;
  /** Label of the box that answers `sure`. */
  yes?: string;
  /** Further data of a success, for example a secret that is shown once. */
  result: T | null;
  /** True if the form did not reach its action. */
  isUnsent?: boolean;
};

/** Name of the field that answers a question. */
export const sureField = 'sure';

export const formKey = (name: string, id = '') => (id === '' ? name : `${name}-${id}`);

export const formId = (key: string) => `${key}-form`;

/** Returns the response to this form, if it was the last one sent. */
export function answerOf<T>(
  answer: FormResponse<T> | undefined,
  name: string,
  id?: string,
): FormResponse<T> | undefined {
  return answer?.form === formKey(name, id) ? answer : undefined;
}

/** True when the user still has to act in the form itself, so its message is shown there. */
export function isForForm({ ok, issues, conflict, question, isUnsent }: FormResponse): boolean {
  return !ok && (isUnsent === true || conflict || question !== null || Object.keys(issues).length > 0);
}

/**
 * Returns the fields of one form.
 * They hold the submitted values after a refusal, otherwise the stored ones.
 */
export function fieldsOf(key: string, answer: FormResponse | undefined, stored: FormValues) {
  const refused = answer?.ok === false ? answer : undefined;
  return {
    issues: refused?.issues ?? {},
    /** Attributes of a text field, select or text area. */
    field(name: string) {
      const now = stored[name] ?? '';
      const typed = refused?.values[name];
      const isOther = refused?.conflict === true && typed !== undefined && typed !== now;
      return {
        id: `${key}-${name}`,
        name,
        defaultValue: typed ?? now,
        error: refused?.issues[name],
        ...(isOther ? { hint: `Stored now: ${now}` } : {}),
      };
    },
    /** Attributes of a multi-select, stored line by line. */
    list: (name: string) => ({
      id: `${key}-${name}`,
      name,
      chosen: nonEmptyLines((refused?.values ?? stored)[name] ?? ''),
      error: refused?.issues[name],
    }),
    /** Attributes of a checkbox, stored as 'on'. */
    box: (name: string) => ({ id: `${key}-${name}`, name, defaultChecked: (refused?.values ?? stored)[name] === 'on' }),
  };
}

export type Fields = ReturnType<typeof fieldsOf>;
