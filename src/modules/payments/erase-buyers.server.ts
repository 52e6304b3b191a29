import type { Metadata } from './metadata.ts';
import { providerResponse } from './errors.server.ts';
import { deleteBuyerErasure, listBuyerErasures } from './payments.queries.server.ts';
import type { PaymentsCtx } from './payments.server.ts';

export { buyerErasures, insertBuyerErasures as enqueueBuyerErasures } from './payments.queries.server.ts';

const paymentsAtOnce = 50;

/**
 * Erases the buyers from the provider's payment records, longest waiting first. Failures are tried
 * again the next time. Payments that the provider does not know need nothing.
 */
export async function eraseBuyersAtProvider(ctx: PaymentsCtx, withoutBuyer: Metadata): Promise<void> {
  for (const id of await listBuyerErasures(ctx.db, paymentsAtOnce)) {
    const response = await providerResponse(() => ctx.payments.updateMetadata(id, withoutBuyer));
    if (response === null)
      ctx.log.warn({ intentId: id }, 'a buyer is not erased from a payment: the provider did not answer');
    else await deleteBuyerErasure(ctx.db, id);
  }
}
