import { useState } from 'react';

import { setFlag, isFlagged } from '#ui/browser-storage.ts';
import { createLazyHook } from '#ui/store.ts';
import { useTimeout } from '#ui/timers.ts';

import { activityAfterMs, type ActivityItem } from '../email-capture.ts';
import type { ActivityCardProps } from './activity-card.tsx';

const dismissedKey = 'activity_popup_dismissed';
const desktop = '(min-width: 768px)';

const useCard = createLazyHook(
  async () => {
    const { ActivityCard } = await import('./activity-card.tsx');
    return (props: ActivityCardProps) => <ActivityCard {...props} />;
  },
  () => undefined,
);

/**
 * Shows recent activity on desktops, 4 s after arrival. Phones never load it. Once dismissed it
 * stays hidden for the session.
 * The space in the page is reserved from the start, so that nothing moves when it appears.
 */
export function ActivityPopup({ items }: { items: readonly ActivityItem[] }) {
  const [isShown, setShown] = useState(false);
  const card = useCard(isShown);
  const hasItems = items.length > 0;
  const show = () => setShown(!isFlagged(dismissedKey) && window.matchMedia(desktop).matches);
  useTimeout(show, hasItems ? activityAfterMs : null);
  if (!hasItems) return null;
  const dismiss = () => {
    setFlag(dismissedKey);
    setShown(false);
  };
  return (
    <div className="mt-3 h-18 max-w-sm low:mt-1.5 max-md:hidden lg:h-13 beside:mt-0 beside:h-0">
      {isShown && card !== null ? card({ items, onDismiss: dismiss }) : null}
    </div>
  );
}
