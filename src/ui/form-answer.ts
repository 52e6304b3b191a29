import { linesOf, type FormValues } from '#shared/form-values.ts';

/** Response of a page's action to one of its forms. */
export type FormAnswer<T = unknown> = {
  /** Name of the form, plus the row's id if several rows have this form. */
  form: string;
  ok: boolean;
  message: string;
  /** Error messages by field name. */
  issues: Record<string, string>;
  /** Submitted values. Empty after a success. */
  values: FormValues;
  /** True when the record changed after the form was loaded. */
  conflict: boolean;
  /** Question to answer before anything is done. */
  question: 'password' | 'sure' | null;
  /** Further data of a success, for example a secret that is shown once. */
  result: T | null;
  /** Reason why the form did not reach its action. */
  failure?: 'signed_out' | 'too_large' | 'unreachable';
};

export const formKey = (name: string, id = '') => (id === '' ? name : `${name}-${id}`);

export const formId = (key: string) => `${key}-form`;

/** Returns the response to this form, if it was the last one sent. */
export function answerOf<T>(answer: FormAnswer<T> | undefined, name: string, id?: string): FormAnswer<T> | undefined {
  return answer?.form === formKey(name, id) ? answer : undefined;
}

/** True when the user still has to act in the form itself, so its message is shown there. */
export function isForForm({ ok, issues, conflict, question, failure }: FormAnswer): boolean {
  return !ok && (failure !== undefined || conflict || question !== null || Object.keys(issues).length > 0);
}

/**
 * Returns the fields of one form.
 * They hold the submitted values after a refusal, otherwise the stored ones.
 */
export function fieldsOf(key: string, answer: FormAnswer | undefined, stored: FormValues) {
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
      chosen: linesOf((refused?.values ?? stored)[name] ?? ''),
      error: refused?.issues[name],
    }),
    /** Attributes of a checkbox, stored as 'on'. */
    box: (name: string) => ({ id: `${key}-${name}`, name, defaultChecked: (refused?.values ?? stored)[name] === 'on' }),
  };
}

export type Fields = ReturnType<typeof fieldsOf>;
