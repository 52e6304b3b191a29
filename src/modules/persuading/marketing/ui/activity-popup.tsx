import { useState, type ComponentType } from 'react';

import { useTimeout } from '#ui/timers.ts';

import { activityAfterMs, type ActivityItem } from '../rules.ts';
import type { ActivityCardProps } from './activity-card.tsx';
import { flag, isFlagged } from './session-flag.ts';

const dismissedKey = 'activity_popup_dismissed';
const desktop = '(min-width: 768px)';

/** On desktops, what happened lately, 4 s after arrival; phones never load it, and once hidden it stays away for the session. */
export function ActivityPopup({ items }: { items: readonly ActivityItem[] }) {
  const [Card, setCard] = useState<ComponentType<ActivityCardProps> | null>(null);
  const hasItems = items.length > 0;
  const show = () => {
    if (isFlagged(dismissedKey) || !window.matchMedia(desktop).matches) return;
    import('./activity-card.tsx').then(
      ({ ActivityCard }) => setCard(() => ActivityCard),
      () => undefined,
    );
  };
  useTimeout(show, hasItems ? activityAfterMs : null);
  if (Card === null || !hasItems) return null;
  const dismiss = () => {
    flag(dismissedKey);
    setCard(null);
  };
  return <Card items={items} onDismiss={dismiss} />;
}
