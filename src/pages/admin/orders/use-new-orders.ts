import { useState } from 'react';
import { useRevalidator } from 'react-router';

import { call } from '#modules/calls.ts';
import { toast } from '#ui/toast.tsx';

import type { Outcome } from '../../forms/notice.tsx';
import { useLookAgain } from '../parts/use-look-again.ts';

/** How often the list asks whether an order came in, in milliseconds; only while it is looked at. */
const lookAgainMs = 15_000;

const askNewest = () => call('GET /newest-order');

export const failedToFetch = 'Failed to fetch orders';

/** Reads the list anew when it is asked for. A shop that cannot be reached leaves the list as it is, and says so. */
export function useRefresh() {
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState<Outcome | null>(null);
  const refresh = async () => {
    const answer = await askNewest();
    setProblem(answer.ok ? null : { ok: false, message: failedToFetch });
    if (answer.ok) await revalidate();
  };
  return { problem, refresh };
}

/** Brings in orders that arrive while the list is open. A question that gets no answer is asked again later. */
export function useNewOrders(newest: string | null): void {
  const { revalidate } = useRevalidator();
  useLookAgain(lookAgainMs, async () => {
    const answer = await askNewest();
    if (!answer.ok || answer.body.orderNumber === newest || answer.body.orderNumber === null) return;
    toast({ title: 'New order', description: answer.body.orderNumber });
    await revalidate();
  });
}
