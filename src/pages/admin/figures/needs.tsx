import { Link } from 'react-router';

import {
  countText,
  needs,
  placeOf,
  type NeedName,
  type Urgency,
  type Waiting,
} from '#modules/owner/dashboard/rules.ts';
import { shortDay } from '#shared/moments.ts';
import { classes } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons.tsx';

const looks: Record<Urgency, string> = {
  now: 'border-berry bg-blush hover:bg-petal',
  soon: 'border-line bg-white hover:border-berry',
};

function detail(name: NeedName, { disputeDueAt }: Waiting): string | null {
  return name === 'disputes' && disputeDueAt !== null ? `Answer the first by ${shortDay(disputeDueAt)}` : null;
}

function Pressing({ waiting }: { waiting: Waiting }) {
  const pressing = needs.filter(({ name }) => waiting[name] > 0);
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {pressing.map((need) => (
        <li key={need.name}>
          <Link
            to={placeOf(need, waiting)}
            className={classes(
              'flex h-full min-h-20 items-center gap-4 rounded-card border p-4 transition-colors duration-150',
              looks[need.urgency],
            )}
          >
            <span className="font-display text-4xl text-berry">{countText(waiting[need.name])}</span>
            <span className="leading-snug">
              {waiting[need.name] === 1 ? need.one : need.many}
              <span className="block text-sm text-soft">{detail(need.name, waiting)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Quiet({ waiting }: { waiting: Waiting }) {
  const quiet = needs.filter(({ name }) => waiting[name] === 0);
  if (quiet.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 text-sm text-soft">
      <CheckIcon className="size-4 text-leaf" />
      {quiet.map(({ name, many, to }) => (
        <Link key={name} to={to} className="inline-flex min-h-11 items-center hover:underline">
          No {many}
        </Link>
      ))}
    </div>
  );
}

/** What waits for a person, the most pressing first; what does not wait stands small below. */
export function Needs({ waiting }: { waiting: Waiting }) {
  const isClear = needs.every(({ name }) => waiting[name] === 0);
  return (
    <section aria-labelledby="needs" className="mb-8">
      <h2 id="needs" className="mb-3 text-2xl">
        {isClear ? 'Nothing needs you right now' : 'What needs you now'}
      </h2>
      <Pressing waiting={waiting} />
      <Quiet waiting={waiting} />
    </section>
  );
}
