import { useState } from 'react';

import { CheckIcon } from '#ui/icons.tsx';
import { ShopperCard, useCardPause } from '#ui/shopper-card.tsx';
import { useTimeout } from '#ui/timers.ts';

import { activityEveryMs, type ActivityItem } from '../email-capture.ts';

function Item({ item }: { item: ActivityItem }) {
  return (
    <div className="arrive">
      <p>
        <span className="font-medium">{item.name}</span>
        <span>{` ${item.location} ${item.action}`}</span>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-soft">
        <span>{item.timestamp}</span>
        {item.verified ? (
          <span className="inline-flex items-center gap-1 whitespace-nowrap text-leaf">
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
    <ShopperCard
      pause={pause}
      onDismiss={onDismiss}
      className="h-full beside:fixed beside:bottom-[calc(var(--consent-banner,0px)+1.5rem)] beside:left-6 beside:z-20 beside:h-auto beside:w-84 beside:shadow-lift"
    >
      <Item key={item.id} item={item} />
    </ShopperCard>
  );
}
