import { createContext, use } from 'react';
import { Link, useSearchParams } from 'react-router';

import { classes } from '#ui/classes.ts';
import type { Option } from '#ui/field.tsx';
import { ChevronIcon } from '#ui/icons.tsx';

/** Sort in force of the list around a table: a name, or `-name` for descending. */
export const ListSort = createContext('');

/** Column with a sort; `sortBy` begins with `-` if it begins descending. */
export type Sortable = { title: string; sortBy?: string };

const nameOf = (sort: string) => sort.replace(/^-/, '');
const reversed = (sort: string) => (sort.startsWith('-') ? nameOf(sort) : `-${sort}`);

/** Returns the sorts of a list in both directions, as options of a select. */
export const sortOptions = (sorts: readonly Sortable[]): Option[] =>
  sorts.flatMap(({ title, sortBy }) => {
    if (sortBy === undefined) return [];
    const label = (sort: string) => `${title}, ${sort.startsWith('-') ? 'descending' : 'ascending'}`;
    return [sortBy, reversed(sortBy)].map((value) => ({ value, label: label(value) }));
  });

/** Address of the first page of a list in another sort. */
function sortedAddress(query: URLSearchParams, sort: string): string {
  const sorted = new URLSearchParams(query);
  for (const name of ['page', 'before', 'after']) sorted.delete(name);
  sorted.set('sort', sort);
  return `?${sorted.toString()}`;
}

type HeadingProps = Sortable & { isNumber?: boolean; className: string };

/**
 * Heading of a column. With a sort it is a link that reverses the order of the column in force. On
 * cards, whose headings are out of view, the sort is a select among the filters.
 */
export function SortHeading({ title, sortBy, isNumber, className }: HeadingProps) {
  const sort = use(ListSort);
  const [query] = useSearchParams();
  if (sortBy === undefined || sort === '')
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  const isSorted = nameOf(sort) === nameOf(sortBy);
  const isDescending = sort.startsWith('-');
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
      className={className}
    >
      <Link
        to={sortedAddress(query, isSorted ? reversed(sort) : sortBy)}
        preventScrollReset
        className={classes(
          'group inline-flex min-h-11 items-center gap-1 underline-offset-4 hover:underline @max-3xl:hidden',
          isNumber === true && 'flex-row-reverse',
          isSorted && 'text-ink',
        )}
      >
        <span>{title}</span>
        <ChevronIcon
          className={classes(
            'size-3.5',
            !isSorted && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
            !(isSorted ? sort : sortBy).startsWith('-') && 'rotate-180',
          )}
        />
      </Link>
      <span className="@3xl:hidden">{title}</span>
    </th>
  );
}
