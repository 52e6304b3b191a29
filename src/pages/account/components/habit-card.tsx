import { useState } from 'react';

import { lastDays, type Day } from '#modules/habit-tracker/habit-tracker.ts';
import { longDay } from '#shared/shop-time.ts';
import { classes } from '#ui/classes.ts';
import { focusIfLost } from '#ui/focus.ts';
import { CheckIcon } from '#ui/icons.tsx';

import { ActionForm } from '../../forms/action-form.tsx';

const week = 7;
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

function Week({ days, today }: { days: readonly Day[]; today: Day }) {
  return (
    <ol className="flex justify-between gap-1" aria-label="The last 7 days">
      {lastDays(days, today, week).map(({ day, logged }) => (
        <li key={day} className="flex w-9 min-w-0 flex-col items-center gap-2 text-sm sm:w-11">
          <span
            className={classes(
              'flex aspect-square w-full items-center justify-center rounded-full border-2',
              logged ? 'border-berry bg-berry text-white' : 'border-line bg-white',
              day === today && 'ring-4 ring-petal',
            )}
          >
            {logged ? <CheckIcon className="size-5" /> : null}
          </span>
          <span aria-hidden="true" className={day === today ? 'font-medium' : 'text-soft'}>
            {weekday.format(new Date(`${day}T12:00:00Z`))}
          </span>
          <span className="sr-only">{`${longDay(day)}: ${logged ? 'logged' : 'not logged'}`}</span>
        </li>
      ))}
    </ol>
  );
}

/** The current week of the customer's habit, with a button that marks today as done. */
export function HabitCard({ days, today }: { days: readonly Day[]; today: Day }) {
  const isDone = days.includes(today);
  // The pressed button is gone, so its replacement gets the focus.
  const [wasDone] = useState(isDone);
  return (
    <section id="routine" aria-labelledby="routine-title" className="scroll-mt-24 rounded-card bg-blush p-6 sm:p-8">
      <h2 id="routine-title" className="mb-5 text-3xl">
        Your week
      </h2>
      <Week days={days} today={today} />
      <div className="mt-6">
        {isDone ? (
          <p
            ref={wasDone ? undefined : focusIfLost}
            tabIndex={-1}
            className="flex min-h-12 items-center gap-2 font-medium text-leaf outline-none"
          >
            <CheckIcon /> Done for today
          </p>
        ) : (
          <ActionForm
            name="routine"
            hidden={{ day: today }}
            submit="Log today’s routine"
            busyText="Logging..."
            className="[&_button]:w-full sm:[&_button]:w-auto"
          />
        )}
      </div>
    </section>
  );
}
