import { settle } from '#modules/checkout/settle/service.server.ts';
import { orderOfIntent } from '#modules/orders/service.server.ts';
import type { Intent, PaymentsCtx } from '#modules/payments/service.server.ts';

/** Paid intents of the last `days` at the provider that have no order, newest first; those of other systems are left out. */
export async function paidWithoutOrder(ctx: PaymentsCtx, days: number): Promise<Intent[]> {
  const found: Intent[] = [];
  for (const intent of await ctx.payments.listIntents(days * 86_400)) {
    if (intent.status !== 'succeeded' || intent.checkoutId === null) continue;
    if ((await orderOfIntent(ctx.db, intent.id)) === null) found.push(intent);
  }
  return found;
}

/** Gives each its order; one that fits no checkout any more becomes a held order for a person to look at. */
export async function settleAll(ctx: PaymentsCtx, intents: readonly Intent[]): Promise<string[]> {
  const numbers: string[] = [];
  for (const intent of intents) numbers.push((await settle(ctx, intent)).orderNumber);
  return numbers;
}
