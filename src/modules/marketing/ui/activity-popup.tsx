import { useState } from 'react';

import { flag, isFlagged } from '#ui/browser-storage.ts';
import { loadedWhen } from '#ui/store.ts';
import { useTimeout } from '#ui/timers.ts';

import { activityAfterMs, type ActivityItem } from '../email-capture.ts';
import type { ActivityCardProps } from './activity-card.tsx';

const dismissedKey = 'activity_popup_dismissed';
const desktop = '(min-width: 768px)';

const useCard = loadedWhen(
  async () => {
    const { ActivityCard } = await import('./activity-card.tsx');
    return (props: ActivityCardProps) => <ActivityCard {...props} />;
  },
  () => undefined,
);

/**
 * Shows recent activity on desktops, 4 s after arrival. Phones never load it. Once dismissed it
 * stays hidden for the session.
 */
export function ActivityPopup({ items }: { items: readonly ActivityItem[] }) {
  const [isShown, setShown] = useState(false);
  const card = useCard(isShown);
  const hasItems = items.length > 0;
  const show = () => setShown(!isFlagged(dismissedKey) && window.matchMedia(desktop).matches);
  useTimeout(show, hasItems ? activityAfterMs : null);
  if (!isShown || card === null || !hasItems) return null;
  const dismiss = () => {
    flag(dismissedKey);
    setShown(false);
  };
  return card({ items, onDismiss: dismiss });
}
