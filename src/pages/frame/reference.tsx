import { shownOf } from './failure-words.ts';

/** Shows the request id of an error's log entry, if known. */
export function Reference({ error }: { error: unknown }) {
  const { requestId } = shownOf(error);
  if (requestId === undefined) return null;
  return (
    <p className="mt-3 text-sm text-soft">
      Reference: <code className="inline-block break-all text-xs">{requestId}</code>
    </p>
  );
}
