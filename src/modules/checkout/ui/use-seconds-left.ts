import { useEffect, useEffectEvent, useState } from 'react';

type Moment = {
  moment: string;
  /** Seconds until then, by the shop's clock. */
  secondsLeft: number;
  onEnd: () => void;
};

/**
 * Counts down the seconds until a time of the shop, corrected by each new answer. Uses the wall
 * clock because `performance.now()` stops while a computer sleeps.
 */
export function useSecondsLeft({ moment, secondsLeft, onEnd }: Moment): number {
  const [left, setLeft] = useState(secondsLeft);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const endsAt = Date.now() + secondsLeft * 1000;
    const tick = () => {
      const seconds = Math.max(0, Math.round((endsAt - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      end();
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [moment, secondsLeft]);
  return left;
}
