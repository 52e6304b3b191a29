import { ButtonLink } from '#ui/button.tsx';

/** The words on the two ways: of a list with pages, and of one that is ordered by time. */
const words = { pages: ['Previous', 'Next'], time: ['Newer', 'Older'] } as const;

type PagerProps = { previous: string | null; next: string | null; by?: keyof typeof words };

/** The way to the neighbouring pages of a list; an end of the list has no link. */
export function Pager({ previous, next, by = 'pages' }: PagerProps) {
  if (previous === null && next === null) return null;
  const [back, on] = words[by];
  return (
    <nav aria-label="Pages" className="mt-5 flex justify-between gap-3">
      {previous === null ? (
        <span />
      ) : (
        <ButtonLink to={previous} look="second" rel="prev">
          {back}
        </ButtonLink>
      )}
      {next === null ? null : (
        <ButtonLink to={next} look="second" rel="next">
          {on}
        </ButtonLink>
      )}
    </nav>
  );
}
