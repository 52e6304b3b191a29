import { findTaxChange, type TaxAtPlace } from '#modules/orders/correct-address.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import type { FormValues } from '#shared/form-values.ts';
import { formatUsd, type Cents } from '#shared/money.ts';

import { confirmField } from '../../forms/address-fieldset.tsx';
import { addressQuestion } from '../../forms/confirm-address.server.ts';
import { formError, type FormReply } from '../../forms/form-action.server.ts';
import { agreedTaxField } from './order-fields.ts';

/** Says what a corrected address does to the tax of an order, before it is stored. */
function taxSentence({ chargedCents, dueCents, differenceCents, refundCents }: TaxAtPlace): string {
  const change = `This address changes the tax of the order: ${formatUsd(chargedCents)} was charged, ${formatUsd(dueCents)} is due there.`;
  const amount = formatUsd(Math.abs(differenceCents));
  if (differenceCents === 0) return `${change} Nothing is owed on either side.`;
  if (differenceCents > 0)
    return `${change} The difference of ${amount} is paid by the shop, unless you ask the customer for it.`;
  if (refundCents === 0) return `${change} Nothing is left to refund.`;
  return `${change} The customer is owed ${formatUsd(refundCents)}: this page offers the refund once the address is saved.`;
}

type SentCorrection = { ctx: PaymentsCtx; orderNumber: string; values: FormValues };

/**
 * True when the box was ticked below the question about this tax. The page sends back the tax that
 * the question named, so another amount is asked again. Without that field the box is enough.
 */
function isAgreed({ [confirmField]: box, [agreedTaxField]: shown }: FormValues, dueCents: Cents): boolean {
  return box === 'on' && (shown === undefined || shown === String(dueCents));
}

/**
 * Asks about a doubtful address and about a tax that it changes, in one question. Without one,
 * returns the tax that the admin agreed to, in cents; null if the tax stays.
 */
export async function askCorrection({
  ctx,
  orderNumber,
  values,
}: SentCorrection): Promise<{ question: FormReply<never> | null; agreedTaxCents: Cents | null }> {
  const doubt = addressQuestion(values);
  const change = await findTaxChange(ctx, orderNumber, values);
  const open = change !== null && !isAgreed(values, change.dueCents) ? change : null;
  if (doubt === null && open === null) return { question: null, agreedTaxCents: change?.dueCents ?? null };
  const { [confirmField]: _box, ...typed } = values;
  const sentences = [doubt?.message ?? '', open === null ? '' : taxSentence(open)].filter(Boolean);
  const sent = { ...typed, [agreedTaxField]: change === null ? 'none' : String(change.dueCents) };
  const question = { ...formError(sentences.join(' '), doubt?.issues ?? {}), question: 'sure' as const, values: sent };
  return { question, agreedTaxCents: null };
}
