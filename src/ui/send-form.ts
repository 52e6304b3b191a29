import { data, isRouteErrorResponse } from 'react-router';

import type { FormAnswer } from './form-answer.ts';
import { toast } from './toast.tsx';

export const unreachable = 'The shop cannot be reached. Please try again.';

/** For pages that are read anew after a refusal too: not when nothing came back, because that reading would fail as well. */
export const isAnswered = ({ actionStatus }: { actionStatus?: number | undefined }) => actionStatus !== 503;

/**
 * What the server's action answers, or, when it cannot be reached or fails, what is said then: the page stays with all that was
 * typed, because an answer of 503 makes the router read nothing anew.
 */
export async function orUnreachable<T, U>(serverAction: () => Promise<T>, otherwise: () => U) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    return data(otherwise(), { status: 503 });
  }
}

/** Sends a form of a page to its action. When the shop cannot be reached that is said, in the form's own words if it has some. */
export function sendForm<T>(serverAction: () => Promise<T>, failure: string = unreachable) {
  return orUnreachable(serverAction, () => {
    toast({ title: failure, destructive: true });
    return undefined;
  });
}

/** The `clientAction` of a page with forms: sends them to its action. */
export function sendAnswer<T = unknown>(
  { serverAction }: { serverAction: () => Promise<FormAnswer<T>> },
  failure?: string,
) {
  return sendForm(() => serverAction(), failure);
}
