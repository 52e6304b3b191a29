import type { ReactNode } from 'react';

import { classes } from '#ui/classes.ts';

type FigureTableProps = {
  caption: string;
  /** What each row is about, then the titles of its figures. */
  titles: readonly string[];
  rows: readonly { key: string; head: ReactNode; figures: readonly ReactNode[] }[];
};

/** An amount is never broken; the name beside it gives way. */
const figure = 'pl-3 text-right whitespace-nowrap';

/** A few figures of a few things: narrow enough to stay a table on a phone. */
export function FigureTable({ caption, titles, rows }: FigureTableProps) {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {titles.map((title, index) => (
            <th key={title} scope="col" className={classes('py-2 text-sm font-medium text-soft', index > 0 && figure)}>
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
              <td key={index} className={classes('py-2 tabular-nums', figure)}>
                {written}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
