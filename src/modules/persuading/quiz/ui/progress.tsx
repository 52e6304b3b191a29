import { percentComplete, questionKeys } from '#modules/persuading/quiz/rules.ts';
import { classes } from '#ui/classes.ts';

const widths = ['w-1/4', 'w-2/4', 'w-3/4', 'w-full'];

/** How far the shopper has come, in words and as a bar. */
export function Progress({ step }: { step: number }) {
  const label = `Step ${step} of ${questionKeys.length}`;
  const percent = percentComplete(step);
  return (
    <div>
      <div className="flex justify-between text-sm text-soft">
        <span>{label}</span>
        <span>{percent}% complete</span>
      </div>
      <div
        role="progressbar"
        aria-label="Quiz progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${label}, ${percent}% complete`}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-petal"
      >
        <div className={classes('h-full rounded-full bg-rose transition-[width] duration-200', widths[step - 1])} />
      </div>
    </div>
  );
}
