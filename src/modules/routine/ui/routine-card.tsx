import { Form, useNavigation } from 'react-router';

import { lastDays, type Day } from '#modules/routine/rules.ts';
import { longDay } from '#shared/moments.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { CheckIcon } from '#ui/icons.tsx';

import { weekday } from './weekday.ts';

const week = 7;

function Week({ days, today }: { days: readonly Day[]; today: Day }) {
  return (
    <ol className="grid grid-cols-7 gap-1" aria-label="The last 7 days">
      {lastDays(days, today, week).map(({ day, logged }) => (
        <li key={day} className="flex flex-col items-center gap-2 text-sm">
          <span
            className={classes(
              'flex aspect-square w-full max-w-9 items-center justify-center rounded-full border-2 sm:max-w-11',
              logged ? 'border-berry bg-berry text-white' : 'border-line bg-white text-transparent',
              day === today && 'ring-4 ring-petal',
            )}
          >
            <CheckIcon className="size-5" />
          </span>
          <span aria-hidden="true" className={day === today ? 'font-medium' : 'text-soft'}>
            {weekday(day)}
          </span>
          <span className="sr-only">
            {longDay(day)}: {logged ? 'logged' : 'not logged'}
          </span>
        </li>
      ))}
    </ol>
  );
}

type RoutineCardProps = {
  /** Where the form is sent. */
  action: string;
  days: readonly Day[];
  today: Day;
};

/** The week of a routine and the button that ticks off today. */
export function RoutineCard({ action, days, today }: RoutineCardProps) {
  const busy = useNavigation().formAction === action;
  const isDone = days.includes(today);
  return (
    <section id="routine" aria-labelledby="routine-title" className="scroll-mt-24 rounded-card bg-blush p-6 sm:p-8">
      <h2 id="routine-title" className="mb-5 text-3xl">
        Your week
      </h2>
      <Week days={days} today={today} />
      <Form method="post" action={action} preventScrollReset className="mt-6">
        <input type="hidden" name="day" value={today} readOnly />
        {isDone ? (
          <p className="flex min-h-12 items-center gap-2 font-medium text-leaf">
            <CheckIcon /> Done for today
          </p>
        ) : (
          <Button type="submit" busy={busy} disabled={busy} className="w-full sm:w-auto">
            {busy ? 'Logging...' : 'Log today’s routine'}
          </Button>
        )}
      </Form>
    </section>
  );
}
