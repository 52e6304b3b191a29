import type { ReactNode } from 'react';

import { site } from '#content/site.ts';
import { ButtonLink } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';

/** As `ref`: says it once, when the page appears. */
function announce(): void {
  toast({ title: 'Error', description: 'Failed to load product data', destructive: true });
}

/** A product that is not there, or could not be loaded. */
export function Missing({ children }: { children?: ReactNode }) {
  return (
    <section ref={announce} className="mx-auto max-w-lg px-6 py-28 text-center">
      <title>{`Product not found | ${site.name}`}</title>
      <h1 className="text-5xl">Product not found</h1>
      <p className="mt-4 text-soft">It may be back soon. Nothing in your cart has changed.</p>
      {children}
      <ButtonLink to="/" className="mt-8">
        Return to Home
      </ButtonLink>
    </section>
  );
}
