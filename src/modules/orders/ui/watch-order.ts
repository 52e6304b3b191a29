import type { TrackingInfo } from '../tracking.schema.ts';
import { call } from '#modules/api-client.ts';

import { minPollMs, nextPollDelay } from '../tracking.ts';

/** True when a shipment can no longer move. */
const isOver = ({ status }: TrackingInfo) => status === 'Completed' || status === 'Cancelled';

/**
 * Polls while the page is visible, less often the longer nothing changes. Returns a function that
 * stops it.
 */
export function watchOrder(watch: string, shown: TrackingInfo, changed: (info: TrackingInfo) => void): () => void {
  let known = shown;
  let pauseMs = minPollMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const wait = () => {
    clearTimeout(timer);
    if (!stopped && !document.hidden && !isOver(known)) timer = setTimeout(() => void poll(), pauseMs);
  };
  const poll = async () => {
    const answer = await call('POST /track-order/again', { watch });
    if (stopped) return;
    const hasChanged = answer.ok && JSON.stringify(answer.body.trackingInfo) !== JSON.stringify(known);
    pauseMs = nextPollDelay(pauseMs, hasChanged);
    if (answer.ok && hasChanged) {
      known = answer.body.trackingInfo;
      changed(known);
    }
    wait();
  };
  /** Polls at once when the visitor comes back to the page. */
  const onVisibility = () => {
    clearTimeout(timer);
    if (document.hidden || isOver(known)) return;
    pauseMs = minPollMs;
    void poll();
  };
  document.addEventListener('visibilitychange', onVisibility);
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
