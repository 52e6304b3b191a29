import { randomBytes } from 'node:crypto';

import type { Db } from '#platform/db/database.server.ts';

import * as repo from './repo.server.ts';
import type { SandboxObject } from './objects.ts';
import type { SandboxIntent } from './rules.ts';

/** Stores an event in the transaction of the change that it tells of. `copies` deliveries will be made. */
export async function emit(tx: Db, type: string, object: SandboxIntent | SandboxObject, copies = 1): Promise<void> {
  const id = `evt_${randomBytes(12).toString('hex')}`;
  const event = {
    id,
    object: 'event',
    api_version: null,
    created: Math.floor(Date.now() / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  await repo.insertEvent(tx, id, JSON.stringify(event), copies);
}

/** Hands a signed body to the shop's webhook and says with which status it was answered. */
export type Deliver = (body: string, signature: string) => Promise<number>;

async function deliverOne(event: repo.DueEvent, sign: (body: string) => string, deliver: Deliver): Promise<boolean> {
  let accepted = true;
  for (let copy = 0; copy < event.copies; copy += 1) {
    const isTaken = await deliver(event.body, sign(event.body)).then(
      (status) => status >= 200 && status < 300,
      // The shop does not answer: this event is due again later, the others are not kept waiting.
      () => false,
    );
    accepted = accepted && isTaken;
  }
  return accepted;
}

/** Delivers what is due, each event until it is accepted, later and later. No connection is held meanwhile. */
export async function deliverDue(db: Db, sign: (body: string) => string, deliver: Deliver): Promise<void> {
  for (const event of await repo.takeDueEvents(db, 20)) {
    if (await deliverOne(event, sign, deliver)) await repo.updateToDelivered(db, event.id);
  }
}
