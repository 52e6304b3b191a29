import { useEffect, useState, type ReactNode } from 'react';

import { activity } from '#content/activity.ts';
import { CheckIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';

import { activityEveryMs, type ActivityItem } from '../rules.ts';

/** The place of the item that is shown; it stands still while it is held. */
function useRotation(count: number, isHeld: boolean): number {
  const [place, setPlace] = useState(0);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => setPlace((place + 1) % count), activityEveryMs);
    return () => clearTimeout(timer);
  }, [count, isHeld, place]);
  return place;
}

function SmallButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-7 rounded-full px-2 text-xs text-soft underline-offset-4 hover:text-berry hover:underline"
    >
      {children}
    </button>
  );
}

function Item({ item }: { item: ActivityItem }) {
  return (
    <div className="arrive">
      <p className="text-sm leading-snug">
        <span className="font-medium">{item.name}</span> {item.location} {item.action}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-soft">
        {item.timestamp}
        {item.verified ? (
          <span className="inline-flex items-center gap-1 text-leaf">
            <CheckIcon className="size-3.5" /> {activity.verified}
          </span>
        ) : null}
      </p>
    </div>
  );
}

export type ActivityCardProps = { items: readonly ActivityItem[]; onDismiss: () => void };

/** One item after the other; it holds still while someone points at it or reads it. */
export function ActivityCard({ items, onDismiss }: ActivityCardProps) {
  const [isPaused, setPaused] = useState(false);
  const [isNear, setNear] = useState(false);
  const place = useRotation(items.length, isPaused || isNear);
  const item = items[place];
  if (item === undefined) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- to point at it only holds it still
    <section
      aria-label="Recent activity"
      aria-live="off"
      onMouseEnter={() => setNear(true)}
      onMouseLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={() => setNear(false)}
      className="arrive fixed bottom-6 left-6 z-20 hidden w-[21rem] items-center gap-4 rounded-card border border-line bg-white p-3 pr-4 shadow-lift md:flex"
    >
      <Picture {...activity.picture} alt="" sizes="64px" className="size-16 shrink-0 rounded-2xl object-cover" />
      <div className="min-w-0 flex-1">
        <Item key={item.id} item={item} />
        <div className="-mb-1 -ml-2 mt-0.5 flex">
          <SmallButton onClick={() => setPaused(!isPaused)}>{isPaused ? 'Continue' : 'Pause'}</SmallButton>
          <SmallButton onClick={onDismiss}>Hide</SmallButton>
        </div>
      </div>
    </section>
  );
}
