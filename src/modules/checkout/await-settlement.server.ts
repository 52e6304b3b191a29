/** Payments that this process is settling now. */
const underWay = new Map<string, Promise<unknown>>();

/** Runs `work`, which settles a payment, and registers it for `awaitSettlement`. */
export async function trackSettlement<T>(intentId: string, work: () => Promise<T>): Promise<T> {
  const settled = work();
  underWay.set(intentId, settled);
  try {
    return await settled;
  } finally {
    if (underWay.get(intentId) === settled) underWay.delete(intentId);
  }
}

/**
 * Waits for this process to finish settling a payment, ignoring errors. False if it was not
 * settling it.
 */
export async function awaitSettlement(intentId: string): Promise<boolean> {
  const settled = underWay.get(intentId);
  await settled?.catch(() => undefined);
  return settled !== undefined;
}
