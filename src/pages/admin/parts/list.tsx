import type { ReactNode } from 'react';

import { DataTable, type Column } from './data-table.tsx';
import { Empty } from './empty.tsx';
import { Filters, type Choice } from './filters.tsx';
import { Pager } from './pager.tsx';

type ListProps<Row> = {
  /** What its loader read. */
  list: { q?: string; rows: readonly Row[]; pages: { previous: string | null; next: string | null } };
  caption: string;
  /** What words are looked for in. */
  search?: string;
  choices: readonly Choice[];
  /** What stands in place of rows: where everything is shown, and where nothing fits. */
  empty: { title: string; first: string; firstTitle?: string; none?: string };
  /** The pages are ordered by time. */
  isLog?: boolean;
} & ({ columns: readonly Column<Row>[] } | { children: ReactNode });

/** A list with its filters and pages; its rows stand in a table, or as its children show them. */
export function List<Row extends { id: string | number }>(props: ListProps<Row>) {
  const { list, caption, search, choices, empty, isLog = false } = props;
  const { q = '', rows, pages } = list;
  const isFiltered = q !== '' || choices.some(({ value, options }) => value !== options[0]?.value);
  const { title, first, firstTitle = title, none = 'Nothing fits this search.' } = empty;
  const filled =
    'columns' in props ? <DataTable caption={caption} columns={props.columns} rows={rows} /> : props.children;
  return (
    <>
      <Filters {...(search === undefined ? {} : { search: { label: search, value: q } })} choices={choices} />
      {rows.length > 0 ? filled : <Empty title={isFiltered ? title : firstTitle}>{isFiltered ? none : first}</Empty>}
      <Pager {...pages} by={isLog ? 'time' : 'pages'} />
    </>
  );
}
