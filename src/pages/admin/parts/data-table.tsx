import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { classes } from '#ui/classes.ts';

export type Column<Row> = {
  /** Heading of the column, and on a card the name of the value on its card. */
  title: string;
  render: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Where the value leads. */
  to?: (row: Row) => string;
  /** The column that names the row: the head of its card. */
  isHead?: boolean;
};

type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  isMarked?: (row: Row) => boolean;
  /** Something newer is on its way. */
  isBusy?: boolean;
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

/** One value; on a card its column's title stands before it. */
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
      {children}
    </td>
  );
}

function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="py-1 font-medium break-words text-berry underline underline-offset-4">
      {children}
    </Link>
  );
}

/** Rows in columns; where there is no room for them, a card for each row. */
export function DataTable<Row extends { id: string | number }>(props: DataTableProps<Row>) {
  const { caption, columns, rows, isMarked, isBusy = false } = props;
  return (
    <div className={classes('@container transition-opacity duration-150', isBusy && 'opacity-60')} aria-busy={isBusy}>
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
