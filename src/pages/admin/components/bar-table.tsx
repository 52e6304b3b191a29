import { formatCount } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';

type BarTableProps = {
  caption: string;
  /** Column titles: names, counts, and the optional third column. */
  titles: readonly string[];
  /** True to hide the titles visually. */
  isPlain?: boolean;
  rows: readonly { name: string; count: number; beside?: string }[];
};

/** Share from 0 to 1 as a bar. Its number is shown beside it as text. */
function Bar({ share }: { share: number }) {
  return (
    <svg className="mt-1 block h-2 w-full" preserveAspectRatio="none" viewBox="0 0 100 4" aria-hidden="true">
      <rect width="100" height="4" rx="1" fill="var(--color-petal)" />
      <rect width={share * 100} height="4" rx="1" fill="var(--color-berry)" />
    </svg>
  );
}

/** Table with bars: a table for screen readers, a chart for the eye. */
export function BarTable({ caption, titles, isPlain = false, rows }: BarTableProps) {
  const max = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className={classes(isPlain && 'sr-only')}>
        <tr className="text-sm text-soft">
          {titles.map((title, index) => (
            <th
              key={title}
              scope="col"
              className={classes('py-1 font-medium whitespace-nowrap', index > 0 && 'text-right', index > 1 && 'pl-4')}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count, beside }) => (
          <tr key={name}>
            <th scope="row" className="w-full py-1.5 pr-4 font-normal">
              <span className="wrap-anywhere">{name}</span>
              <Bar share={count / max} />
            </th>
            <td className="py-1.5 text-right tabular-nums">{formatCount(count)}</td>
            {beside === undefined ? null : (
              <td className="py-1.5 pl-4 text-right whitespace-nowrap text-soft tabular-nums">{beside}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
