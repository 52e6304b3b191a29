import type Stripe from 'stripe';

import type { Cents } from '#shared/money.ts';

import { objectId } from './stripe-client.server.ts';

/** Maps a change of the balance at the provider. Its currency is the one that is paid out. */
function balanceFrom(one: Stripe.BalanceTransaction) {
  const { source } = one;
  const intent =
    typeof source === 'object' && source !== null && 'payment_intent' in source ? source.payment_intent : null;
  return {
    id: one.id,
    category: one.reporting_category,
    sourceId: objectId(source),
    intentId: objectId(intent ?? null),
    amountCents: one.amount satisfies Cents,
    feeCents: one.fee satisfies Cents,
    currency: one.currency,
    bookedAt: new Date(one.created * 1000),
  };
}

export type BalanceTransaction = ReturnType<typeof balanceFrom>;

/** Page of transactions booked between two moments; `after` is the last one of the page before. */
type BalancePage = { from: Date; until: Date; after: string | null };

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

export function balanceCalls(stripe: Stripe) {
  return {
    /** Returns up to 100 changes of the balance, newest first, and whether older ones follow. */
    async listBalanceTransactions({ from, until, after }: BalancePage) {
      const page = await stripe.balanceTransactions.list({
        created: { gte: seconds(from), lt: seconds(until) },
        limit: 100,
        expand: ['data.source'],
        ...(after === null ? {} : { starting_after: after }),
      });
      return { transactions: page.data.map(balanceFrom), hasMore: page.has_more };
    },
  };
}
