import type { ReactNode } from 'react';

import { classes } from '#ui/classes.ts';

type FigureTableProps = {
  caption: string;
  /** Title of the first column, then the titles of the figures. */
  titles: readonly string[];
  rows: readonly { key: string; head: ReactNode; figures: readonly ReactNode[] }[];
  /** Index of a column that phones leave out. */
  wideOnly?: number;
};

/** Amounts never wrap. The name beside them wraps instead. */
const figure = 'pl-3 text-right whitespace-nowrap';

/** Table with few columns, narrow enough for a phone. */
export function FigureTable({ caption, titles, rows, wideOnly }: FigureTableProps) {
  const place = (index: number) => classes(index > 0 && figure, index === wideOnly && 'max-sm:hidden');
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {titles.map((title, index) => (
            <th key={title} scope="col" className={classes('py-2 text-sm font-medium text-soft', place(index))}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map(({ key, head, figures }) => (
          <tr key={key}>
            <th scope="row" className="py-2 font-normal wrap-anywhere">
              {head}
            </th>
            {figures.map((written, index) => (
              <td key={index} className={classes('py-2 tabular-nums', place(index + 1))}>
                {written}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
