import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

import { callApi } from '#ui/call-api.ts';
import { toast } from '#ui/toast.tsx';

/** How often the list asks whether an order came in, in milliseconds; only while it is looked at. */
export const lookAgainMs = 15_000;

/** Brings in orders that arrive while the list is open. A question that gets no answer is asked again later. */
export function useNewOrders(newest: string | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const answer = await callApi<{ orderNumber: string | null }>('GET', '/newest-order');
      if (!answer.ok || answer.body.orderNumber === newest || answer.body.orderNumber === null) return;
      toast({ title: 'New order', description: answer.body.orderNumber });
      await revalidate();
    };
    const timer = setInterval(() => void look(), lookAgainMs);
    const onReturn = () => void look();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [newest, revalidate]);
}
