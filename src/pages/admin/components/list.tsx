import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';

import { resultsText } from '#shared/list-results.ts';
import { formatCount } from '#shared/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import type { ElementChildren } from '#ui/element-children.ts';

import { Filters, useFilterCount, useListQuery, type FiltersProps, type Tabs } from './list-filters.tsx';
import { ListSort, SortHeading, type Sortable } from './list-sort.tsx';
import { Empty } from './page.tsx';

export type Column<Row> = {
  /** Column heading, and label of the value on a card. */
  title: string;
  render: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Link target of the value. */
  to?: (row: Row) => string;
  /** True for the column that names the row: the heading of its card. */
  isHead?: boolean;
  /** Sort of the column's heading link; `-` for one that begins descending. */
  sortBy?: string;
};

type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Content shown instead of an empty table. */
  empty?: ElementChildren;
  isMarked?: (row: Row) => boolean;
  /** True while newer rows are loading. */
  isBusy?: boolean;
  /** True for rows of two short lines, so that many are in view. */
  isDense?: boolean;
};

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead className="@max-3xl:sr-only">
      <tr>
        {columns.map((column) => (
          <SortHeading
            key={column.title}
            {...column}
            className={classes('h-11 px-3 text-sm font-medium text-soft', column.isNumber && 'text-right')}
          />
        ))}
      </tr>
    </thead>
  );
}

/** One value. On a card it follows the column's title. */
type CellProps = Pick<Column<unknown>, 'title' | 'isNumber' | 'isHead'> & { children: ReactNode };

function Cell({ title, isNumber, isHead, children }: CellProps) {
  return (
    <td
      className={classes(
        'align-middle @max-3xl:flex @max-3xl:items-center @max-3xl:justify-between @max-3xl:gap-4 @max-3xl:py-1 @3xl:h-11 @3xl:px-3 @3xl:py-1 @3xl:has-[button,summary]:py-0',
        isNumber === true && 'tabular-nums @3xl:text-right',
      )}
    >
      {isHead === true ? null : (
        <span aria-hidden="true" className="text-sm text-soft @3xl:hidden">
          {title}
        </span>
      )}
      <div dir="auto" className="contents">
        {children}
      </div>
    </td>
  );
}

function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="py-1 font-medium wrap-anywhere text-berry underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}

/** Table of rows, or one card per row on narrow screens. */
export function DataTable<Row extends { id: string | number }>(props: DataTableProps<Row>) {
  const { caption, columns, rows, empty, isMarked, isBusy = false, isDense = false } = props;
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <div
      className={classes(
        '@container wrap-normal transition-opacity duration-150',
        isBusy && 'opacity-60',
        isDense && '[&_td]:leading-5 @3xl:[&_td]:px-2! @3xl:[&_td]:py-1.5! @3xl:[&_td]:text-sm @3xl:[&_th]:px-2!',
      )}
      aria-busy={isBusy}
    >
      <table className="w-full text-left @max-3xl:block @3xl:rounded-card @3xl:bg-white">
        <caption className="sr-only">{caption}</caption>
        <Head columns={columns} />
        <tbody className="@max-3xl:grid @max-3xl:gap-3 @xl:@max-3xl:grid-cols-2 @3xl:divide-y @3xl:divide-line">
          {rows.map((row) => (
            <tr
              key={row.id}
              className={classes(
                '@max-3xl:block @max-3xl:rounded-card @max-3xl:border @max-3xl:border-line @max-3xl:p-4',
                isMarked?.(row) === true ? 'bg-blush' : '@max-3xl:bg-white @3xl:hover:bg-cream',
              )}
            >
              {columns.map(({ render, to, sortBy: _sortBy, ...column }) => (
                <Cell key={column.title} {...column}>
                  {to === undefined ? render(row) : <RowLink to={to(row)}>{render(row)}</RowLink>}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Parameters of the address that another tab does not keep. */
const ofOneTab = ['page', 'before', 'after', 'created', 'erased'];

function TabLinks({ label: ofAll, name, options }: Tabs) {
  const [query] = useSearchParams();
  const chosen = options.find(({ value }) => value === query.get(name)) ?? options[0];
  const addressOf = (value: string) => {
    const other = new URLSearchParams(query);
    for (const parameter of [name, ...ofOneTab]) other.delete(parameter);
    if (value !== options[0]?.value) other.set(name, value);
    return `?${other.toString()}`;
  };
  return (
    <nav aria-label={ofAll} className="mb-4 overflow-x-auto border-b border-line">
      <ul className="flex gap-x-5">
        {options.map((tab) => (
          <li key={tab.label}>
            <Link
              to={tab.to ?? addressOf(tab.value)}
              aria-current={tab === chosen ? 'page' : undefined}
              className={classes(
                '-mb-px flex min-h-11 items-center gap-2 border-b-2 whitespace-nowrap focus-visible:-outline-offset-3',
                tab === chosen ? 'border-berry font-medium text-ink' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              <span>{tab.label}</span>
              {tab.count === undefined ? null : (
                <span className="rounded-full bg-blush px-2 text-sm text-ink tabular-nums">
                  {formatCount(tab.count)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Pager labels: for numbered pages, and for lists ordered by time. */
const ways = { pages: ['Previous', 'Next'], time: ['Newer', 'Older'] } as const;

export type Neighbours = { previous: string | null; next: string | null };

/** Links to the previous and next page. The ends of the list have no link. */
export function Pager({ previous, next, by }: Neighbours & { by: keyof typeof ways }) {
  if (previous === null && next === null) return null;
  const link = (to: string | null, rel: 'prev' | 'next') =>
    to === null ? (
      <span />
    ) : (
      <ButtonLink to={to} look="second" rel={rel}>
        {ways[by][rel === 'prev' ? 0 : 1]}
      </ButtonLink>
    );
  return (
    <nav aria-label="Pages" className="mt-5 flex justify-between gap-3">
      {link(previous, 'prev')}
      {link(next, 'next')}
    </nav>
  );
}

type ListProps<Row> = {
  /**
   * List data from the loader. `sort` is the one in force. `results` are the rows of all pages, if
   * they are counted.
   */
  list: { rows: readonly Row[]; pages: Neighbours; sort: string; results: number | null };
  /** Texts for an empty list: `first` without filters, `none` if nothing matches. */
  empty: { title: string; first: string; firstTitle?: string; none?: ReactNode };
  /** Content beside the list, or below it on narrow screens. */
  beside?: ReactNode;
  /** True when the pages are ordered by time by default. */
  isLog?: boolean;
} & FiltersProps &
  (
    | Pick<DataTableProps<Row>, 'caption' | 'columns' | 'isBusy'>
    | {
        children: ElementChildren;
        /** Sorts of the list, with the titles of their columns. */
        sorts: readonly Sortable[];
        /** True for rows without column headings, whose sorts are always in the select. */
        hasNoHeadings?: boolean;
      }
  );

/** List with filters and pages. Its rows are a table, or rendered by its children. */
export function List<Row extends { id: string | number }>(props: ListProps<Row>) {
  const { list, empty, isLog = false, beside, ...rest } = props;
  const { tabs } = props;
  const { words, chosen } = useListQuery();
  const isOtherTab = tabs !== undefined && !['', tabs.options[0]?.value].includes(chosen(tabs.name));
  const count = useFilterCount(props);
  const isFiltered = words !== '' || isOtherTab || count > 0;
  const { title, first, firstTitle = title, none = 'No results match your search.' } = empty;
  const sorts = 'columns' in rest ? rest.columns : rest.sorts;
  const isAlwaysShown = 'columns' in rest ? false : rest.hasNoHeadings;
  const filled = 'columns' in rest ? <DataTable {...rest} rows={list.rows} /> : rest.children;
  const shown = (
    <>
      {isFiltered && list.results !== null && list.rows.length > 0 ? (
        <p className="mb-3 text-sm text-soft">{resultsText(list.results)}</p>
      ) : null}
      {list.rows.length > 0 ? (
        filled
      ) : (
        <Empty title={isFiltered ? title : firstTitle}>{isFiltered ? none : first}</Empty>
      )}
      <Pager {...list.pages} by={isLog && chosen('sort') === '' ? 'time' : 'pages'} />
    </>
  );
  return (
    <ListSort value={list.sort}>
      {tabs === undefined ? null : <TabLinks {...tabs} />}
      <Filters {...rest} sorts={sorts} isSortShown={isAlwaysShown === true} />
      {beside === undefined ? (
        shown
      ) : (
        <div className="grid items-start gap-6 min-[88rem]:grid-cols-[1fr_18rem]">
          <div className="min-w-0">{shown}</div>
          <div className="space-y-6">{beside}</div>
        </div>
      )}
    </ListSort>
  );
}
