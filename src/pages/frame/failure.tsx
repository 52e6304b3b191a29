import { site } from '#content/site.ts';
import { Button, ButtonLink } from '#ui/button.tsx';

type FailureProps = { error: unknown; onRetry: () => void };

/** A page that failed: what it says, and a way on. */
export function Failure({ error, onRetry }: FailureProps) {
  const message = error instanceof Error && error.message !== '' ? error.message : 'An unexpected error occurred';
  return (
    <section role="alert" className="mx-auto max-w-lg px-4 py-20 sm:px-6">
      <title>{`Something went wrong | ${site.name}`}</title>
      <div className="rounded-card border border-line bg-white p-8 text-center shadow-lift sm:p-10">
        <h1 className="text-4xl">Something went wrong</h1>
        <p className="my-5 text-soft">{message}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={onRetry}>Try Again</Button>
          <ButtonLink to="/" look="second" reloadDocument>
            Return to Home
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
