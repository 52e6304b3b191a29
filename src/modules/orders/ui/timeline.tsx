import type { TrackingInfo } from '../tracking.schema.ts';
import { shortDay } from '#shared/shop-time.ts';
import { classes } from '#ui/classes.ts';
import { CheckIcon, ExternalIcon } from '#ui/icons.tsx';

type Step = TrackingInfo['timeline'][number];

function Mark({ completed, current }: { completed: boolean; current: boolean }) {
  const look = completed ? 'border-berry bg-berry text-white' : 'border-line bg-white';
  return (
    <span
      className={classes(
        'z-10 flex size-8 shrink-0 items-center justify-center rounded-full border-2',
        look,
        current && 'ring-4 ring-petal',
      )}
    >
      {completed ? <CheckIcon className="size-4" /> : null}
    </span>
  );
}

type StepProps = { step: Step; isCurrent: boolean; isLast: boolean; isFollowed: boolean };

function TimelineStep({ step, isCurrent, isLast, isFollowed }: StepProps) {
  const details = [step.date === null ? '' : shortDay(step.date), step.location].filter(Boolean).join(', ');
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className="relative flex gap-4 pb-7 last:pb-0">
      {isLast ? null : (
        <span
          className={classes(
            'absolute left-4 top-8 h-full w-0.5 -translate-x-1/2',
            isFollowed ? 'bg-berry' : 'bg-line',
          )}
        />
      )}
      <Mark completed={step.completed} current={isCurrent} />
      <div className="pt-0.5">
        <p className={classes(step.completed ? 'font-medium' : 'text-soft')}>
          <span>{step.status}</span>
          <span className="sr-only">{step.completed ? ', done' : ', still to come'}</span>
        </p>
        {details === '' ? null : <p className="text-sm text-soft">{details}</p>}
      </div>
    </li>
  );
}

/** Delivery steps of a shipment, completed and still to come. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  const current = steps.findLastIndex((step) => step.completed);
  return (
    <ol>
      {steps.map((step, index) => (
        <TimelineStep
          key={step.status}
          step={step}
          isCurrent={index === current}
          isLast={index === steps.length - 1}
          isFollowed={steps[index + 1]?.completed === true}
        />
      ))}
    </ol>
  );
}

type TrackingLinkProps = { tracking: Pick<TrackingInfo, 'trackingNumber' | 'trackingUrl'>; className?: string };

/** Link to the carrier's tracking page; nothing until it is known. */
export function TrackingLink({ tracking: { trackingNumber, trackingUrl }, className }: TrackingLinkProps) {
  if (trackingUrl === null) return null;
  return (
    <a
      href={trackingUrl}
      target="_blank"
      rel="noopener noreferrer"
      className={classes(
        'inline-flex items-center gap-1.5 break-all font-medium text-berry underline underline-offset-4',
        className,
      )}
    >
      <span>{trackingNumber}</span>
      <ExternalIcon className="size-4 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
