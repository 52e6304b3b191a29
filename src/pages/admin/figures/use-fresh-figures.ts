import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

/** How often an open dashboard asks for what is new, in milliseconds. */
const refreshMs = 10_000;

/** Keeps the page's data fresh while it can be seen: by the clock, and at once when somebody comes back to it. */
export function useFreshFigures(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate();
    };
    const timer = setInterval(look, refreshMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [revalidate]);
}

/** How many orders came since the page was opened. */
export function useNewOrders(orders: number): number {
  const [atFirst] = useState(orders);
  return Math.max(0, orders - atFirst);
}
