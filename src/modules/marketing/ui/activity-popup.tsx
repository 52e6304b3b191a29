import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';

import { activity } from '#content/activity.ts';
import { CheckIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';

import { activityAfterMs, activityEveryMs, type ActivityItem } from '../rules.ts';
import { flag, isFlagged } from './session-flag.ts';

const dismissedKey = 'activity_popup_dismissed';
const desktop = '(min-width: 768px)';

function subscribe(listener: () => void) {
  const query = window.matchMedia(desktop);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function useDesktop(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(desktop).matches,
    () => false,
  );
}

/** The place of the item that is shown, null before the first; stands still while it is held. */
function useRotation(count: number, isHeld: boolean): number | null {
  const [place, setPlace] = useState<number | null>(null);
  useEffect(() => {
    if (count === 0 || isHeld) return;
    const next = () => setPlace(place === null ? 0 : (place + 1) % count);
    const timer = setTimeout(next, place === null ? activityAfterMs : activityEveryMs);
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
    <div key={item.id} className="arrive">
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

function Popup({ items, onDismiss }: { items: readonly ActivityItem[]; onDismiss: () => void }) {
  const [isPaused, setPaused] = useState(false);
  const [isNear, setNear] = useState(false);
  const place = useRotation(items.length, isPaused || isNear);
  const item = items[place ?? -1];
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
      className="arrive fixed bottom-6 left-6 z-20 flex w-[21rem] items-center gap-4 rounded-card border border-line bg-white p-3 pr-4 shadow-lift"
    >
      <Picture
        src="/media/hero"
        alt=""
        width={1600}
        height={1600}
        sizes="64px"
        className="size-16 shrink-0 rounded-2xl object-cover"
      />
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

/** On desktops, shows one item after the other; once hidden it stays away for the session. */
export function ActivityPopup({ items }: { items: readonly ActivityItem[] }) {
  const isDesktop = useDesktop();
  const [isDismissed, setDismissed] = useState(false);
  if (!isDesktop || isDismissed || items.length === 0 || isFlagged(dismissedKey)) return null;
  const dismiss = () => {
    flag(dismissedKey);
    setDismissed(true);
  };
  return <Popup items={items} onDismiss={dismiss} />;
}
