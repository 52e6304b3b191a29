import { belongsToShop, settle } from '#modules/checkout/settle.server.ts';
import { findOrderOfIntent } from '#modules/orders/orders.queries.server.ts';
import { secondsAgo, type PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { Intent } from '#modules/payments/intents.server.ts';

/**
 * Paid intents without an order, newest first: the shop's own, and those of others on the same
 * account.
 */
export type PaidWithoutOrder = { own: Intent[]; foreign: Intent[] };

/** Finds payments of the last `days` at the provider that have no order. */
export async function paidWithoutOrder(ctx: PaymentsCtx, days: number): Promise<PaidWithoutOrder> {
  const found: PaidWithoutOrder = { own: [], foreign: [] };
  for (const intent of await ctx.payments.listIntents(secondsAgo(ctx, days * 86_400))) {
    if (intent.status !== 'succeeded' || (await findOrderOfIntent(ctx.db, intent.id)) !== null) continue;
    found[(await belongsToShop(ctx.db, ctx, intent)) ? 'own' : 'foreign'].push(intent);
  }
  return found;
}

/**
 * Settles each intent. One without a matching checkout or complete record becomes a held order for
 * review.
 */
export async function settleAll(ctx: PaymentsCtx, intents: readonly Intent[]): Promise<string[]> {
  const numbers: string[] = [];
  for (const intent of intents) numbers.push((await settle(ctx, intent)).orderNumber);
  return numbers;
}

/** Formats an amount in the smallest unit of any currency. */
export function formatIntentAmount({
  amountReceivedCents,
  currency,
}: Pick<Intent, 'amountReceivedCents' | 'currency'>): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amountReceivedCents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
