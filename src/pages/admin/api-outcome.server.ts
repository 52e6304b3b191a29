import { HttpError } from '#platform/http/errors.server.ts';
import { isUuid } from '#shared/uuid.ts';

import type { FormOutcome } from './api-form.tsx';

type Answer = { ok: boolean; message: string; secret?: string };
export type Outcome = FormOutcome & { secret: string | null };

const text = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value.slice(0, 2_000) : '');

export const textIn = (form: FormData, name: string) => text(form.get(name));
export const textsIn = (form: FormData, name: string) => form.getAll(name).map(text);

/** Does what a form asks and says what came of it; an unproven password is an outcome too, so that nothing typed is lost. */
export async function outcomeOf(form: FormData, work: () => Promise<Answer>): Promise<Outcome> {
  const asked = { intent: textIn(form, 'intent'), about: textIn(form, 'about') };
  try {
    const { secret = null, ...answer } = await work();
    return { ...asked, ...answer, needsPassword: false, secret };
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'confirm_password') throw error;
    return { ...asked, ok: false, message: error.message, needsPassword: true, secret: null };
  }
}

/** The row that a form is about. */
export function idIn(form: FormData): string {
  const id = textIn(form, 'about');
  if (!isUuid(id)) throw new HttpError(404, 'not_found', 'Not found.');
  return id;
}
