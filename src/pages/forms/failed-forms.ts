import { data, isRouteErrorResponse, type DataStrategyResult, type MiddlewareFunction } from 'react-router';

import { formValues, type FormValues } from '#shared/form-values.ts';
import { formKey, type FormResponse } from '#ui/form-response.ts';
import { refusalOf, unreachable, type Refusal } from '#ui/refusal.ts';

/**
 * Revalidates a page that also reloads after a refusal.
 * Not after 503 (unreachable) or 401 (signed out), because loading would fail as well.
 */
export const revalidateAfterRefusal = ({ actionStatus }: { actionStatus?: number | undefined }) =>
  actionStatus !== 503 && actionStatus !== 401;

const isSignIn = (thrown: unknown) =>
  thrown instanceof Response && thrown.headers.get('location')?.startsWith('/auth?next=') === true;

/** True when the router aborted the form for another form or page. Nobody waits for its answer. */
const isAborted = (thrown: unknown) => thrown instanceof DOMException && thrown.name === 'AbortError';

type Failed = Refusal & { status: number };

/** Returns the failure of a form that its action did not answer. Null for intended responses. */
function failureOf(thrown: unknown): Failed | null {
  if (isSignIn(thrown)) {
    const message = 'You’re signed out. Sign in from another tab, then try again.';
    return { reason: 'signed_out', status: 401, message };
  }
  if (thrown instanceof Response || isAborted(thrown)) return null;
  const status = isRouteErrorResponse(thrown) ? thrown.status : 503;
  if (status === 413 || status === 429) return { ...refusalOf(status), status };
  if (status < 500) return null;
  return { ...unreachable, status: 503 };
}

function failedAnswer(values: FormValues, { reason, message }: Failed): FormResponse<never> {
  const { form = '', id } = values;
  const rest = { ok: false, isUnsent: true, issues: {}, conflict: false, question: null, result: null };
  return { form: formKey(form, id), reason, message, values, ...rest };
}

/**
 * Client middleware of every page: answers a form that did not reach its action, because the shop
 * is unreachable or failed, the session has expired, or a file is too large.
 * The page then stays, shows the message in the form and keeps what was typed.
 */
export const handleUnreachableForms: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (request.method === 'GET') return next();
  // Read beside the action: a body of more than 64 KB would wait for an unread copy forever.
  const typed = request
    .clone()
    .formData()
    .then(formValues, () => ({}));
  const results = await next();
  const answers = await Promise.all(
    Object.entries(results).map(async ([routeId, one]): Promise<[string, DataStrategyResult]> => {
      const failure = one.type === 'error' ? failureOf(one.result) : null;
      if (failure === null) return [routeId, one];
      const answer = failedAnswer(await typed, failure);
      return [routeId, { type: 'data', result: data(answer, { status: failure.status }) }];
    }),
  );
  return Object.fromEntries(answers);
};
