import { createHmac } from 'node:crypto';

import type { Db } from './database.ts';

import { newId, seconds } from './responses.ts';
import * as repo from './queries.ts';
import type { Entity } from './objects.ts';
import type { NewEvent, UnitOfWork } from './unit-of-work.ts';

type Subject = { type: string; object: Entity; copies?: number | undefined };

/** Stores an event together with the change it reports, for `copies` deliveries. */
export function emitCopies(work: UnitOfWork, { type, object, copies = 1 }: Subject): void {
  const id = newId('evt');
  const event = {
    id,
    object: 'event',
    api_version: null,
    created: seconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  work.addEvent({ id, body: JSON.stringify(event), copies });
}

/** Stores an event that is delivered once. */
export function emit(work: UnitOfWork, type: Subject['type'], object: Subject['object']): void {
  emitCopies(work, { type, object });
}

/**
 * Target of events: `deliver` sends a signed body to the webhook and returns the response status.
 */
export type Webhook = { secret: string; deliver: (body: string, signature: string) => Promise<number> };

/** Returns the `Stripe-Signature` header of a body that is sent now. */
export function signatureOf(body: string, secret: string): string {
  const at = seconds();
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

async function deliverOne(event: NewEvent, { secret, deliver }: Webhook): Promise<boolean> {
  let accepted = true;
  for (let copy = 0; copy < event.copies; copy += 1) {
    const isTaken = await deliver(event.body, signatureOf(event.body, secret)).then(
      (status) => status >= 200 && status < 300,
      // No response: this event is due again later, and the others do not wait for it.
      () => false,
    );
    accepted = accepted && isTaken;
  }
  return accepted;
}

/**
 * Delivers due events. Retries each with growing pauses until it is accepted. Holds no database
 * connection meanwhile.
 */
export async function deliverDue(db: Db, webhook: Webhook): Promise<void> {
  for (const event of await repo.takeDueEvents(db, 20)) {
    if (await deliverOne(event, webhook)) await repo.updateToDelivered(db, event.id);
  }
}
