import { useEffect, useEffectEvent } from 'react';

/** Looks for what is new every so many milliseconds while the page can be seen, and at once when somebody comes back to it. */
export function useLookAgain(everyMs: number, look: () => Promise<void>): void {
  const lookIfSeen = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void look();
  });
  useEffect(() => {
    const timer = setInterval(() => lookIfSeen(), everyMs);
    const onReturn = () => lookIfSeen();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [everyMs]);
}
