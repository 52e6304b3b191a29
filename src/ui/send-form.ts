import { data, isRouteErrorResponse } from 'react-router';

import { toast } from './toast.tsx';

export const unreachable = 'The shop cannot be reached. Please try again.';

/** For pages that are read anew after a refusal too: not when nothing came back, because that reading would fail as well. */
export const isAnswered = ({ actionStatus }: { actionStatus?: number | undefined }) => actionStatus !== 503;

/**
 * Sends a form of a page to its action. When the shop cannot be reached that is said, or the `failure` where the form has words
 * of its own, and the page stays with all that was typed: an answer of 503 makes the router read nothing anew.
 */
export async function sendForm<T>(serverAction: () => Promise<T>, failure: string = unreachable) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    toast({ title: failure, destructive: true });
    return data(undefined, { status: 503 });
  }
}
