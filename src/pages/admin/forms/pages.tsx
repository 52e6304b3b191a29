import { ButtonLink } from '#ui/button.tsx';

/** The way to the neighbouring pages of a list, whatever it is ordered by; an end of the list has no link. */
export function Pages({ previous, next }: { previous: string | null; next: string | null }) {
  if (previous === null && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-5 flex justify-between gap-3">
      {previous === null ? (
        <span />
      ) : (
        <ButtonLink to={previous} look="second" rel="prev">
          Previous
        </ButtonLink>
      )}
      {next === null ? null : (
        <ButtonLink to={next} look="second" rel="next">
          Next
        </ButtonLink>
      )}
    </nav>
  );
}
