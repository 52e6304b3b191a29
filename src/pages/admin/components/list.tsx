import type { ReactNode } from 'react';
import { Form, Link, useSearchParams, useSubmit } from 'react-router';

import { formatCount } from '#shared/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import type { Elements } from '#ui/elements.ts';
import { Field, Options, SelectField, type Option } from '#ui/field.tsx';

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
};

type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Content shown instead of an empty table. */
  empty?: Elements;
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
        {columns.map(({ title, isNumber }) => (
          <th
            key={title}
            scope="col"
            className={classes('px-3 py-3 text-sm font-medium text-soft', isNumber && 'text-right')}
          >
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** One value. On a card it follows the column's title. */
function Cell({ title, isNumber, isHead, children }: Omit<Column<unknown>, 'render' | 'to'> & { children: ReactNode }) {
  return (
    <td
      className={classes(
        'align-middle @max-3xl:flex @max-3xl:items-center @max-3xl:justify-between @max-3xl:gap-4 @max-3xl:py-1 @3xl:px-3 @3xl:py-3',
        isNumber === true && 'tabular-nums @3xl:text-right',
      )}
    >
      {isHead === true ? null : (
        <span aria-hidden="true" className="text-sm text-soft @3xl:hidden">
          {title}
        </span>
      )}
      <div className="contents">{children}</div>
    </td>
  );
}

function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="py-1 font-medium wrap-anywhere text-berry underline underline-offset-4">
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
              {columns.map(({ render, to, ...column }) => (
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

type Choice = { name: string; label: string; options: readonly Option[] };

type FiltersProps = {
  /** Search field for words. */
  search?: { label: string; hint?: string };
  /** Select filters. The first option of each is the default. */
  choices: readonly Choice[];
  /** Fields for the first and the last day, named `from` and `to`. */
  days?: { legend: string; problem: string | null };
  /** Views of the list above its filters. */
  tabs?: Tabs;
};

/** Reads the list's query from the address. */
function useListQuery() {
  const [query] = useSearchParams();
  return { words: (query.get('q') ?? '').trim().slice(0, 100), chosen: (name: string) => query.get(name) ?? '' };
}

/** First and last day of a filter. */
function DayFields({ legend, problem }: NonNullable<FiltersProps['days']>) {
  const { chosen } = useListQuery();
  const day = (name: 'from' | 'to', label: string) => (
    <Field
      key={chosen(name)}
      id={`filter-${name}`}
      name={name}
      type="date"
      label={label}
      defaultValue={chosen(name)}
      {...(name === 'from' && problem !== null ? { error: problem } : {})}
    />
  );
  return (
    <>
      {day('from', `${legend} from`)}
      {day('to', `${legend} to`)}
    </>
  );
}

/** Filters stored in the address. A plain form: once hydrated, selects apply without a button. */
function Filters({ search, choices, days, tabs }: FiltersProps) {
  const submit = useSubmit();
  const { words, chosen } = useListQuery();
  return (
    <Form
      role="search"
      className="mb-5 grid grid-cols-2 items-end gap-3 rounded-card border border-line bg-white p-4 xl:flex xl:flex-wrap"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) void submit(event.currentTarget);
      }}
    >
      {search === undefined ? null : (
        // Beside more than three other fields, the hint would be cut off.
        <div
          className={classes(
            'col-span-2 xl:flex-1',
            choices.length + (days === undefined ? 0 : 2) > 3 && 'xl:basis-full',
          )}
        >
          <Field
            key={words}
            id="filter-search"
            name="q"
            type="search"
            label={search.label}
            placeholder={search.hint}
            defaultValue={words}
            maxLength={100}
            autoComplete="off"
          />
        </div>
      )}
      {choices.map(({ name, label, options }) => {
        const value = options.find((option) => option.value === chosen(name))?.value ?? options[0]?.value;
        return (
          <div key={name} className="min-w-0 xl:w-44">
            <SelectField key={value} id={`filter-${name}`} name={name} label={label} defaultValue={value}>
              <Options options={options} />
            </SelectField>
          </div>
        );
      })}
      {days === undefined ? null : <DayFields {...days} />}
      {tabs === undefined || chosen(tabs.name) === '' ? null : (
        <input type="hidden" name={tabs.name} value={chosen(tabs.name)} />
      )}
      <Button type="submit" look="second">
        Show
      </Button>
    </Form>
  );
}

type Tab = {
  label: string;
  /** Value of the tabs' parameter. The first tab is the default, which the address leaves out. */
  value: string;
  /** Rows in it, shown beside the label. */
  count?: number;
  /** Address of another page, instead of a value. */
  to?: string;
};

/** Views of one list, as links. `name` is their parameter in the address. */
type Tabs = { label: string; name: string; options: readonly Tab[] };

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
  /** List data from the loader. */
  list: { rows: readonly Row[]; pages: Neighbours };
  /** Texts for an empty list: `first` without filters, `none` if nothing matches. */
  empty: { title: string; first: string; firstTitle?: string; none?: ReactNode };
  /** Content beside the list, or below it on narrow screens. */
  beside?: ReactNode;
  /** True when the pages are ordered by time. */
  isLog?: boolean;
} & FiltersProps &
  ({ caption: string; columns: readonly Column<Row>[] } | { children: Elements });

/** List with filters and pages. Its rows are a table, or rendered by its children. */
export function List<Row extends { id: string | number }>(props: ListProps<Row>) {
  const { list, empty, isLog = false, beside, ...rest } = props;
  const { words, chosen } = useListQuery();
  const isFiltered =
    words !== '' ||
    (props.days !== undefined && `${chosen('from')}${chosen('to')}` !== '') ||
    [...props.choices, ...(props.tabs === undefined ? [] : [props.tabs])].some(
      ({ name, options }) => !['', options[0]?.value].includes(chosen(name)),
    );
  const { title, first, firstTitle = title, none = 'Nothing fits this search.' } = empty;
  const filled = 'columns' in rest ? <DataTable {...rest} rows={list.rows} /> : rest.children;
  const shown = (
    <>
      {list.rows.length > 0 ? (
        filled
      ) : (
        <Empty title={isFiltered ? title : firstTitle}>{isFiltered ? none : first}</Empty>
      )}
      <Pager {...list.pages} by={isLog ? 'time' : 'pages'} />
    </>
  );
  return (
    <>
      {props.tabs === undefined ? null : <TabLinks {...props.tabs} />}
      <Filters {...rest} />
      {beside === undefined ? (
        shown
      ) : (
        <div className="grid items-start gap-6 min-[88rem]:grid-cols-[1fr_18rem]">
          <div className="min-w-0">{shown}</div>
          <div className="space-y-6">{beside}</div>
        </div>
      )}
    </>
  );
}
