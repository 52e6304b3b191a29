import { linesOf, type FormValues } from '#shared/typed.ts';

/** What a page's action answers to one of its forms. */
export type FormAnswer<T = unknown> = {
  /** The form's name; for one of several rows, with the row's id. */
  form: string;
  ok: boolean;
  message: string;
  /** What is wrong with which field. */
  issues: Record<string, string>;
  /** What was typed; empty after a success. */
  values: FormValues;
  /** The stored version is newer than the one that this form began with. */
  conflict: boolean;
  /** What must be answered before anything is done. */
  question: 'password' | 'sure' | null;
  /** What a success brings besides its message, for example a secret that is shown once. */
  result: T | null;
};

export const formKey = (name: string, id = '') => (id === '' ? name : `${name}-${id}`);

export const formId = (key: string) => `${key}-form`;

/** The answer to one of a page's forms, when that one was sent last. */
export function answerOf<T>(answer: FormAnswer<T> | undefined, name: string, id?: string): FormAnswer<T> | undefined {
  return answer?.form === formKey(name, id) ? answer : undefined;
}

/** Whether something is left to do in the form itself, so that its message stands there. */
export function isForForm({ ok, issues, conflict, question }: FormAnswer): boolean {
  return !ok && (conflict || question !== null || Object.keys(issues).length > 0);
}

/** The fields of one form: what was typed into a refused one, else what is stored. */
export function fieldsOf(key: string, answer: FormAnswer | undefined, stored: FormValues) {
  const refused = answer?.ok === false ? answer : undefined;
  return {
    issues: refused?.issues ?? {},
    /** Attributes of a text field, a choice or a text area. */
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
    /** Attributes of a list of which several can be chosen; stored line by line. */
    list: (name: string) => ({
      id: `${key}-${name}`,
      name,
      chosen: linesOf((refused?.values ?? stored)[name] ?? ''),
      error: refused?.issues[name],
    }),
    /** Attributes of a box to tick; stored as 'on'. */
    box: (name: string) => ({ id: `${key}-${name}`, name, defaultChecked: (refused?.values ?? stored)[name] === 'on' }),
  };
}

export type Fields = ReturnType<typeof fieldsOf>;
