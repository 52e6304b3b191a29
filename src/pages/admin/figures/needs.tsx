import { Link } from 'react-router';

import { countText, type Waiting } from '#modules/owner/dashboard/rules.ts';
import { shortDay } from '#shared/moments.ts';
import { classes } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons.tsx';

const looks: Record<Waiting['urgency'], string> = {
  now: 'border-berry bg-blush hover:bg-petal',
  soon: 'border-line bg-white hover:border-berry',
};

function Pressing({ items }: { items: readonly Waiting[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {items.map(({ one, many, to, urgency, count, dueAt }) => (
        <li key={many}>
          <Link
            to={to}
            className={classes(
              'flex h-full min-h-20 items-center gap-4 rounded-card border p-4 transition-colors duration-150',
              looks[urgency],
            )}
          >
            <span className="font-display text-4xl text-berry">{countText(count)}</span>
            <span className="leading-snug">
              {count === 1 ? one : many}
              <span className="block text-sm text-soft">
                {dueAt === null ? null : `Answer the first by ${shortDay(dueAt)}`}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Quiet({ items }: { items: readonly Waiting[] }) {
  if (items.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 text-sm text-soft">
      <CheckIcon className="size-4 text-leaf" />
      {items.map(({ many, to }) => (
        <Link key={many} to={to} className="inline-flex min-h-11 items-center hover:underline">
          No {many}
        </Link>
      ))}
    </div>
  );
}

/** What waits for a person, the most pressing first; what does not wait stands small below. */
export function Needs({ waiting }: { waiting: readonly Waiting[] }) {
  const pressing = waiting.filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="needs" className="mb-8">
      <h2 id="needs" className="mb-3 text-2xl">
        {pressing.length === 0 ? 'Nothing needs you right now' : 'What needs you now'}
      </h2>
      <Pressing items={pressing} />
      <Quiet items={waiting.filter(({ count }) => count === 0)} />
    </section>
  );
}
