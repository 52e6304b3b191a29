import { setTimeout as pause } from 'node:timers/promises';

import type { Db } from '#platform/db/database.server.ts';
import type { Visitor } from '#platform/http/visitor.server.ts';

import { claimLease, leaseSeconds, releaseLease, type LeasedCheckout } from './checkout-lease.queries.server.ts';
import { ownCheckout } from './checkout.server.ts';

/**
 * Maximum time, in ms, to retry taking the lease. Each attempt adds its own time, more on a busy
 * database.
 */
const maxWaitMs = 4_000;
const retryMs = 100;

type Name = Pick<LeasedCheckout, 'id' | 'leaseId'>;

/**
 * Retries the release of a lease while the database is unreachable. Otherwise the checkout would
 * stay blocked until the lease ends, for up to 30 s.
 */
async function releaseLater(db: Db, { id, leaseId }: Name): Promise<void> {
  const until = performance.now() + 1_000 * leaseSeconds;
  while (performance.now() < until) {
    await pause(500, undefined, { ref: false });
    try {
      return await releaseLease(db, { id, leaseId });
    } catch {
      // The database is still unreachable.
    }
  }
}

/**
 * The lease of a checkout. No other request changes its payment at the provider meanwhile, so
 * changes reach the provider in the order in which they were stored. Declared with `await using`,
 * it is released at the end of the scope, so return what was awaited, not a promise. It holds no
 * database connection.
 */
export class Lease {
  readonly ok = true;
  /** The checkout as read when the lease was taken. */
  readonly checkout: LeasedCheckout;
  readonly #db: Db;
  #isReleased = false;

  constructor(db: Db, checkout: LeasedCheckout) {
    this.#db = db;
    this.checkout = checkout;
  }

  /** Records that a statement about the checkout has also released its lease. */
  markReleased(): void {
    this.#isReleased = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isReleased) return;
    const { id, leaseId } = this.checkout;
    await releaseLease(this.#db, { id, leaseId }).catch(() => void releaseLater(this.#db, { id, leaseId }));
  }
}

/** Refusal of a lease that another request has. */
class NoLease {
  readonly ok = false;
  readonly reason = 'busy';

  async [Symbol.asyncDispose](): Promise<void> {}
}

/** Takes the lease of a checkout, or returns null while another request has it. */
async function tryLease(db: Db, id: string, visitor?: Visitor): Promise<Lease | null> {
  const leaseId = crypto.randomUUID();
  try {
    const leased = await claimLease(db, { id, leaseId }, visitor);
    return leased && new Lease(db, leased);
  } catch (error) {
    // The lost answer may belong to a commit that stored the lease.
    void releaseLater(db, { id, leaseId });
    throw error;
  }
}

/**
 * Takes the lease of a checkout. Refuses `busy` after about 4 s. With `visitor`, throws 404 if the
 * checkout is not theirs.
 */
export async function acquireLease(db: Db, id: string, visitor?: Visitor): Promise<Lease | NoLease> {
  const until = Date.now() + maxWaitMs;
  for (;;) {
    const lease = await tryLease(db, id, visitor);
    if (lease !== null) return lease;
    if (visitor !== undefined) await ownCheckout(db, visitor, { id });
    if (Date.now() >= until) return new NoLease();
    await pause(retryMs);
  }
}
