import type { ReactNode } from 'react';

import { classes } from '#ui/classes.ts';

export type Column<Row> = {
  /** Heading of the column, and on phones the name of the value on its card. */
  title: string;
  render: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** The column that names the row: the head of its card. */
  isHead?: boolean;
};

type DataTableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isMarked?: (row: Row) => boolean;
  /** Something newer is on its way. */
  isBusy?: boolean;
};

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead className="max-md:sr-only">
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

/** One value; on phones its column's title stands before it. */
function Cell({ title, isNumber, isHead, children }: Omit<Column<unknown>, 'render'> & { children: ReactNode }) {
  return (
    <td
      className={classes(
        'align-middle max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 max-md:py-1 md:px-3 md:py-3',
        isNumber === true && 'tabular-nums md:text-right',
      )}
    >
      {isHead === true ? null : (
        <span aria-hidden="true" className="text-sm text-soft md:hidden">
          {title}
        </span>
      )}
      {children}
    </td>
  );
}

/** Rows in columns, on phones a card for each. */
export function DataTable<Row>({ caption, columns, rows, rowKey, isMarked, isBusy = false }: DataTableProps<Row>) {
  return (
    <div className={classes('transition-opacity duration-150', isBusy && 'opacity-60')} aria-busy={isBusy}>
      <table className="w-full text-left max-md:block md:rounded-card md:bg-white">
        <caption className="sr-only">{caption}</caption>
        <Head columns={columns} />
        <tbody className="max-md:block max-md:space-y-3 md:divide-y md:divide-line">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}

              className={classes(
                'max-md:block max-md:rounded-card max-md:border max-md:border-line max-md:p-4',
                isMarked?.(row) === true ? 'bg-blush' : 'max-md:bg-white md:hover:bg-cream',
              )}
            >
              {columns.map(({ render, ...column }) => (
                <Cell key={column.title} {...column}>
                  {render(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
