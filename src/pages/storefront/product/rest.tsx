import type { ComponentProps } from 'react';

import { ReviewsSection } from '#modules/after/reviews/ui/reviews-section.tsx';

import { Assurance } from './assurance.tsx';
import { Films } from './films.tsx';

/** What customers say of it; null where it has nothing that could be reviewed. */
export type RestProps = { reviews: Omit<ComponentProps<typeof ReviewsSection>, 'path'> | null };

/** Everything below the details. */
export function Rest({ reviews }: RestProps) {
  return (
    <>
      <Films />
      <div className="pt-20 md:pt-28">{reviews === null ? null : <ReviewsSection {...reviews} path="/product" />}</div>
      <Assurance />
    </>
  );
}
