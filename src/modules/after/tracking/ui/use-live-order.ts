import { useEffect, useState } from 'react';

import type { TrackingInfo } from '#modules/after/tracking/contract.ts';
import { toast } from '#ui/toast.tsx';

import { watchOrder } from './watch-order.ts';

type Live = { from: TrackingInfo | null; info: TrackingInfo | null };

/** What the page shows of an order, kept up to date while it is open; a new status is announced. */
export function useLiveOrder(found: TrackingInfo | null, watch: string | null): TrackingInfo | null {
  const [live, setLive] = useState<Live>({ from: found, info: found });
  useEffect(() => {
    if (found === null || watch === null) return undefined;
    let { status } = found;
    return watchOrder(watch, found, (info) => {
      setLive({ from: found, info });
      if (info.status === status) return;
      ({ status } = info);
      toast({ title: `Your order is now: ${status}`, durationMs: 8_000 });
    });
  }, [found, watch]);
  return live.from === found ? live.info : found;
}
