import { shownOf } from './failure-words.ts';

/** Under which id the shop's log has what went wrong; nothing where it is not known. */
export function Reference({ error }: { error: unknown }) {
  const { requestId } = shownOf(error);
  if (requestId === undefined) return null;
  return (
    <p className="mt-3 text-sm text-soft">
      Reference: <code className="inline-block break-all text-xs">{requestId}</code>
    </p>
  );
}
