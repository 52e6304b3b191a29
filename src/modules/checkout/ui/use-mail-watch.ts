import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';

import { warnOfMail, watches, watchMs, type ShownOrder } from './use-placed-order.ts';

/**
 * Reloads the page's data until the order's email is sent or has failed, for at most three minutes.
 */
export function useMailWatch(known: ShownOrder | null): void {
  const { revalidate } = useRevalidator();
  const status = known?.emailStatus ?? null;
  const last = useRef(status);
  useEffect(() => {
    if (last.current === 'unknown' && status === 'failed') warnOfMail();
    last.current = status;
    if (status !== 'unknown') return undefined;
    let left = watches;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      void revalidate();
    }, watchMs);
    return () => clearInterval(timer);
  }, [status, revalidate]);
}
