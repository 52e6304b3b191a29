import { site } from '#content/site.ts';
import { Button } from '#ui/button.tsx';
import type { Elements } from '#ui/elements.ts';

import { shownOf } from './failure-words.ts';
import { Reference } from './reference.tsx';

export function Failure({ error, onRetry, children }: { error: unknown; onRetry: () => void; children: Elements }) {
  return (
    <section role="alert" className="mx-auto max-w-lg px-4 py-20 sm:px-6">
      <title>{`Something went wrong | ${site.name}`}</title>
      <div className="rounded-card border border-line bg-white p-8 text-center shadow-lift sm:p-10">
        <h1 className="text-4xl">Something went wrong</h1>
        <p className="mt-5 text-soft">{shownOf(error).message}</p>
        <Reference error={error} />
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <Button onClick={onRetry}>Try Again</Button>
          {children}
        </div>
      </div>
    </section>
  );
}
