import { ButtonLink } from '#ui/button.tsx';

/** The way to the neighbouring pages of a list; an end of the list has no link. */
export function Pager({ newer, older }: { newer: string | null; older: string | null }) {
  if (newer === null && older === null) return null;
  return (
    <nav aria-label="Pages" className="mt-5 flex justify-between gap-3">
      {newer === null ? (
        <span />
      ) : (
        <ButtonLink to={newer} look="second" rel="prev">
          Newer
        </ButtonLink>
      )}
      {older === null ? null : (
        <ButtonLink to={older} look="second" rel="next">
          Older
        </ButtonLink>
      )}
    </nav>
  );
}
