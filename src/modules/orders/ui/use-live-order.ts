import { useMemo, useSyncExternalStore } from 'react';

import type { TrackingInfo } from '../tracking.schema.ts';
import { toast } from '#ui/toast.tsx';

import { watchOrder } from './watch-order.ts';

/** Order that is polled while it has a subscriber. A new status is announced in a toast. */
function liveOrder(found: TrackingInfo | null, watch: string | null) {
  let info = found;
  return {
    current: () => info,
    subscribe(changed: () => void): () => void {
      if (info === null || watch === null) return () => undefined;
      let { status } = info;
      return watchOrder(watch, info, (next) => {
        info = next;
        changed();
        if (next.status === status) return;
        ({ status } = next);
        toast({ title: `Your order is now: ${status}`, durationMs: 8_000 });
      });
    },
  };
}

/** Returns the order that a page shows, kept up to date while the page is open. */
export function useLiveOrder(found: TrackingInfo | null, watch: string | null): TrackingInfo | null {
  const live = useMemo(() => liveOrder(found, watch), [found, watch]);
  return useSyncExternalStore(live.subscribe, live.current, () => found);
}
