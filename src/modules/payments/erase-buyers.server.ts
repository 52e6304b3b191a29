import type { Metadata } from './metadata.ts';
import { providerResponse } from './provider-errors.server.ts';
import { deleteBuyerErasure, listBuyerErasures } from './payments.queries.server.ts';
import type { PaymentsCtx } from './payments.server.ts';

const batch = 50;
/** Time, in ms, for which one run begins further batches. The next run continues. */
const runMs = 60_000;

/**
 * Erases the buyers from the provider's payment records, longest waiting first. Throws after all if
 * the provider did not answer for some, which are tried again the next time. Payments that the
 * provider does not know need nothing.
 */
export async function eraseBuyersAtProvider(ctx: PaymentsCtx, withoutBuyer: Metadata): Promise<void> {
  const until = performance.now() + runMs;
  const unanswered: string[] = [];
  let ids: string[] = [];
  do {
    // Payments without an answer stay in front.
    ids = await listBuyerErasures(ctx.db, { limit: batch, offset: unanswered.length });
    for (const id of ids) {
      const response = await providerResponse(() => ctx.payments.updateMetadata(id, withoutBuyer));
      if (response === null) unanswered.push(id);
      else await deleteBuyerErasure(ctx.db, id);
    }
  } while (ids.length === batch && performance.now() < until);
  if (unanswered.length === 0) return;
  throw new Error(`the provider did not answer: the buyers of ${unanswered.length} payments are not erased there`);
}
