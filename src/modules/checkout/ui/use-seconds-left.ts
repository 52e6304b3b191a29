import { useEffect, useState } from 'react';

/** Seconds until `moment`, which the shop's clock said to be `secondsLeft` away; counted here, and put right by each new answer. */
export function useSecondsLeft(moment: string, secondsLeft: number): number {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const end = performance.now() + secondsLeft * 1000;
    const tick = () => setLeft(Math.max(0, Math.round((end - performance.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [moment, secondsLeft]);
  return left;
}
