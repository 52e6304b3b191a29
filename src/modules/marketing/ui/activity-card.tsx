import { useState } from 'react';

import { CheckIcon } from '#ui/icons.tsx';
import { FloatingCard, useCardPause } from '#ui/floating-card.tsx';
import { useTimeout } from '#ui/timers.ts';

import { activityEveryMs, type ActivityItem } from '../email-capture.ts';

const picture = { src: '/media/cutout', width: 1600, height: 1600 };

function Item({ item }: { item: ActivityItem }) {
  return (
    <div className="arrive">
      <p className="text-sm leading-snug">
        <span className="font-medium">{item.name}</span>
        <span>{` ${item.location} ${item.action}`}</span>
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-soft">
        <span>{item.timestamp}</span>
        {item.verified ? (
          <span className="inline-flex items-center gap-1 text-leaf">
            <CheckIcon className="size-3.5" /> Verified purchase
          </span>
        ) : null}
      </p>
    </div>
  );
}

export type ActivityCardProps = { items: readonly ActivityItem[]; onDismiss: () => void };

/** Rotates through the items. Hovering or focusing the card pauses the rotation. */
export function ActivityCard({ items, onDismiss }: ActivityCardProps) {
  const pause = useCardPause();
  const [index, setIndex] = useState(0);
  useTimeout(() => setIndex((index + 1) % items.length), pause.isStopped ? null : activityEveryMs, index);
  const item = items[index];
  if (item === undefined) return null;
  return (
    <FloatingCard
      pause={pause}
      picture={picture}
      onDismiss={onDismiss}
      sides={['left', 'right']}
      className="hidden md:flex"
    >
      <Item key={item.id} item={item} />
    </FloatingCard>
  );
}
