import { data, isRouteErrorResponse } from 'react-router';

import { formValues, type FormValues } from '#shared/form-values.ts';

import { formKey, type FormAnswer } from './form-answer.ts';
import { toast } from './toast.tsx';

export const formUnreachable = 'The shop cannot be reached. Please try again.';

/**
 * Revalidates pages that also reload after a refusal.
 * Not after 503 (no answer) or 401 (signed out), because loading would fail as well.
 */
export const isAnswered = ({ actionStatus }: { actionStatus?: number | undefined }) =>
  actionStatus !== 503 && actionStatus !== 401;

/** Response for a form that was not accepted: the reason and all typed values. */
export function notTaken(values: FormValues, message: string): FormAnswer<never> {
  const { form = '', id } = values;
  const rest = { ok: false, issues: { form: '' }, conflict: false, question: null, result: null };
  return { form: formKey(form, id), message, values, ...rest };
}

const leadsToSignIn = (thrown: unknown) =>
  thrown instanceof Response && thrown.headers.get('location')?.startsWith('/auth?next=') === true;

const isTooLarge = (thrown: unknown) => isRouteErrorResponse(thrown) && thrown.status === 413;

/**
 * Returns the server action's response.
 * If the session has expired or a file is too large, returns a message for the form instead.
 */
export async function orNotTaken<T>(request: Request, send: () => Promise<T>) {
  const sent = request.clone();
  const say = async (words: string, status: number) =>
    data(notTaken(formValues(await sent.formData()), words), { status });
  try {
    return await send();
  } catch (error) {
    if (leadsToSignIn(error)) return say('You are signed out. Sign in in another tab, then press again.', 401);
    if (isTooLarge(error)) return say('This is too large to be sent. Choose a smaller file.', 413);
    throw error;
  }
}

/**
 * True when the router aborted the form for another form or page. Nobody waits for its response.
 */
const isGivenUp = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Returns the server action's response, or `otherwise()`
 * with status 503 if the shop is unreachable or fails.
 * A 503 makes the router skip revalidation, so the page keeps everything that was typed.
 */
export async function orUnreachable<T, U>(serverAction: () => Promise<T>, otherwise: () => U) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    if (isGivenUp(error)) throw error;
    return data(otherwise(), { status: 503 });
  }
}

/**
 * Sends a form to its page's action.
 * If the shop is unreachable, shows `failure` as a message.
 */
export function sendForm<T>(serverAction: () => Promise<T>, failure: string = formUnreachable) {
  return orUnreachable(serverAction, () => {
    toast({ title: failure, destructive: true });
    return undefined;
  });
}

/** `clientAction` of a page with forms: sends them to the page's action. */
export function sendAnswer<T = unknown>(
  { request, serverAction }: { request: Request; serverAction: () => Promise<FormAnswer<T>> },
  failure?: string,
) {
  return orNotTaken(request, () => sendForm(() => serverAction(), failure));
}
