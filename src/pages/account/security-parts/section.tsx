import type { ReactNode } from 'react';

/** One subject of the security page. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-white p-6">
      <h2 id={id} className="text-3xl">
        {title}
      </h2>
      <div className="mt-3 space-y-4">{children}</div>
    </section>
  );
}

/** What is told of a form that was sent; the region is there from the start. */
export function Told({ problem }: { problem: string | null | undefined }) {
  return (
    <div role="alert">
      {problem === null || problem === undefined ? null : <p className="mt-3 text-berry">{problem}</p>}
    </div>
  );
}
