/** Promises to a customer, in days. Those about refunds are business days. */
export type OrderTerms = {
  /** Days from delivery in which the money-back guarantee is published. */
  guaranteeDays: number;
  /** Days from delivery in which a return can be opened. */
  returnWindowDays: number;
  refundProcessingDays: number;
  /** Range as text: '5-7'. */
  refundVisibleDays: string;
};

/** Promises of orders, quote versions and emails that are older than the stored promises. */
export const legacyTerms: OrderTerms = {
  guaranteeDays: 30,
  returnWindowDays: 60,
  refundProcessingDays: 2,
  refundVisibleDays: '5-7',
};

/** Returns promises as the facts that texts name in braces. */
export const promisedFacts = (promises: OrderTerms) => ({
  guaranteeDays: String(promises.guaranteeDays),
  returnDays: String(promises.returnWindowDays),
  refundDays: String(promises.refundProcessingDays),
  refundVisibleDays: promises.refundVisibleDays,
});

/**
 * Returns the promises of a checkout that was shown `seen` before `today`. The better number counts
 * for the customer.
 */
export function favorableTerms(seen: OrderTerms, today: OrderTerms): OrderTerms {
  return {
    guaranteeDays: Math.max(seen.guaranteeDays, today.guaranteeDays),
    returnWindowDays: Math.max(seen.returnWindowDays, today.returnWindowDays),
    refundProcessingDays: Math.min(seen.refundProcessingDays, today.refundProcessingDays),
    refundVisibleDays: seen.refundVisibleDays,
  };
}
