import { useSite } from '#modules/content/ui/use-site.ts';
import { Button } from '#ui/button.tsx';
import type { ElementChildren } from '#ui/element-children.ts';

import { errorDetails } from './error-details.ts';

/** Shows the request id of an error's log entry, if known. */
export function RequestReference({ error }: { error: unknown }) {
  const { requestId } = errorDetails(error);
  if (requestId === undefined) return null;
  return (
    <p className="mt-3 text-sm text-soft">
      Reference: <code className="inline-block break-all text-xs">{requestId}</code>
    </p>
  );
}

/** Card shown instead of a page that failed, with a retry button. */
export function PageError({
  error,
  onRetry,
  children,
}: {
  error: unknown;
  onRetry: () => void;
  children: ElementChildren;
}) {
  return (
    <section role="alert" className="mx-auto max-w-lg px-4 py-20 sm:px-6">
      <title>{`Something went wrong | ${useSite().name}`}</title>
      <div className="rounded-card border border-line bg-white p-8 text-center shadow-lift sm:p-10">
        <h1 className="text-4xl">Something went wrong</h1>
        <p className="mt-5 text-soft">{errorDetails(error).message}</p>
        <RequestReference error={error} />
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <Button onClick={onRetry}>Try Again</Button>
          {children}
        </div>
      </div>
    </section>
  );
}
