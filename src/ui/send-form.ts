import { data, isRouteErrorResponse } from 'react-router';

import { formValues, type FormValues } from '#shared/typed.ts';

import { formKey, type FormAnswer } from './form-answer.ts';
import { toast } from './toast.tsx';

export const formUnreachable = 'The shop cannot be reached. Please try again.';

/** For pages that are read anew after a refusal too: not when nothing came back or nobody is signed in, because that reading would fail as well. */
export const isAnswered = ({ actionStatus }: { actionStatus?: number | undefined }) =>
  actionStatus !== 503 && actionStatus !== 401;

/** What a form says in itself that was not taken: why, beside all that was typed. */
export function notTaken(values: FormValues, message: string): FormAnswer<never> {
  const { form = '', id } = values;
  const rest = { ok: false, issues: { form: '' }, conflict: false, question: null, result: null };
  return { form: formKey(form, id), message, values, ...rest };
}

const leadsToSignIn = (thrown: unknown) =>
  thrown instanceof Response && thrown.headers.get('location')?.startsWith('/auth?next=') === true;

const isTooLarge = (thrown: unknown) => isRouteErrorResponse(thrown) && thrown.status === 413;

/** What the server's action answers, or, when the session has ended since the form was opened or a file is too large, what the form says then. */
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

/** The router gave the form up for another one or another page: nobody waits for its answer. */
const isGivenUp = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/**
 * What the server's action answers, or, when it cannot be reached or fails, what is said then: the page stays with all that was
 * typed, because an answer of 503 makes the router read nothing anew.
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

/** Sends a form of a page to its action. When the shop cannot be reached that is said, in the form's own words if it has some. */
export function sendForm<T>(serverAction: () => Promise<T>, failure: string = formUnreachable) {
  return orUnreachable(serverAction, () => {
    toast({ title: failure, destructive: true });
    return undefined;
  });
}

/** The `clientAction` of a page with forms: sends them to its action. */
export function sendAnswer<T = unknown>(
  { request, serverAction }: { request: Request; serverAction: () => Promise<FormAnswer<T>> },
  failure?: string,
) {
  return orNotTaken(request, () => sendForm(() => serverAction(), failure));
}
