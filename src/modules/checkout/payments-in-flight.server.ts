/** Payments that this process settles at this moment. */
const underWay = new Map<string, Promise<unknown>>();

/** Runs `work`, which settles a payment. */
export async function settling<T>(intentId: string, work: () => Promise<T>): Promise<T> {
  const settled = work();
  underWay.set(intentId, settled);
  try {
    return await settled;
  } finally {
    if (underWay.get(intentId) === settled) underWay.delete(intentId);
  }
}

/** Waits while this process settles a payment, whatever becomes of it; false where it does not. */
export async function wasSettling(intentId: string): Promise<boolean> {
  const settled = underWay.get(intentId);
  await settled?.catch(() => undefined);
  return settled !== undefined;
}
