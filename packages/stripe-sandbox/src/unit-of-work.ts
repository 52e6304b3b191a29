import { eq, sql } from 'drizzle-orm';

import { isConcurrent, type Db } from './database.ts';
import type { SandboxIntent } from './cards.ts';
import { isOf, type Entity, type EntityOf, type Kind, type SandboxObject } from './objects.ts';
import { sandboxEvents, sandboxIntents, sandboxObjects } from './tables.ts';

export type NewEvent = { id: string; body: string; copies: number };

/** Reads and changes of one call. Changes are written when the call ends. */
export class UnitOfWork {
  readonly db: Db;
  readonly #locks: boolean;
  readonly #known = new Map<string, Entity>();
  readonly #changed = new Set<string>();
  readonly #events: NewEvent[] = [];

  /** If `locks`, `db` is a transaction, and every entity that was found is locked until its end. */
  constructor(db: Db, { locks = false } = {}) {
    this.db = db;
    this.#locks = locks;
  }

  async find<K extends Kind>(kind: K, id: string | null): Promise<EntityOf<K> | null> {
    if (id === null) return null;
    const entity = this.#known.get(id) ?? (await this.#read(kind, id));
    if (entity === undefined || !isOf(kind)(entity)) return null;
    this.#known.set(id, entity);
    return entity;
  }

  async #read(kind: Kind, id: string): Promise<Entity | undefined> {
    const table = kind === 'payment_intent' ? sandboxIntents : sandboxObjects;
    const query = this.db.select({ body: table.body }).from(table).where(eq(table.id, id));
    const [row] = await (this.#locks ? query.for('update') : query);
    return row?.body;
  }

  /** Updates an entity that was found, or adds a new one. */
  put(entity: Entity): void {
    this.#known.set(entity.id, entity);
    this.#changed.add(entity.id);
  }

  addEvent(event: NewEvent): void {
    this.#events.push(event);
  }

  /** Writes the changes. `isPast` stores entities with the time that they state. */
  async write({ isPast = false } = {}): Promise<void> {
    const changed = [...this.#changed].flatMap((id) => this.#known.get(id) ?? []);
    const intents = changed.filter(isOf('payment_intent'));
    const objects = changed.filter((entity) => entity.object !== 'payment_intent');
    if (intents.length > 0) await writeIntents(this.db, intents, isPast);
    if (objects.length > 0) await writeObjects(this.db, objects, isPast);
    if (this.#events.length > 0) await this.db.insert(sandboxEvents).values(this.#events);
  }
}

/** Returns the time that an entity states, in whole seconds, as its column. */
const statedTime = ({ created }: Entity) => ({ createdAt: new Date(created * 1000) });

const newBody = { body: sql`excluded.body` };

async function writeIntents(db: Db, intents: readonly SandboxIntent[], isPast: boolean): Promise<void> {
  const rows = intents.map((body) => ({ id: body.id, body, ...(isPast ? statedTime(body) : {}) }));
  await db.insert(sandboxIntents).values(rows).onConflictDoUpdate({ target: sandboxIntents.id, set: newBody });
}

async function writeObjects(db: Db, objects: readonly SandboxObject[], isPast: boolean): Promise<void> {
  const rows = objects.map((body) => {
    const isTransaction = body.object === 'balance_transaction';
    const ofPayment = 'payment_intent' in body ? body.payment_intent : null;
    const intentId = isTransaction ? body.sandbox_intent : ofPayment;
    // Transactions are listed by the time that they state.
    const time = isPast || isTransaction ? statedTime(body) : {};
    return { id: body.id, kind: body.object, intentId, body, ...time };
  });
  const set = { ...newBody, intentId: sql`excluded.intent_id` };
  await db.insert(sandboxObjects).values(rows).onConflictDoUpdate({ target: sandboxObjects.id, set });
}

const maxTries = 5;

/** Runs `work` in a transaction and writes its changes. Retries after a conflict with another. */
export async function inUnitOfWork<T>(db: Db, work: (unit: UnitOfWork) => Promise<T> | T): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction(async (tx) => {
        const unit = new UnitOfWork(tx, { locks: true });
        const result = await work(unit);
        await unit.write();
        return result;
      });
    } catch (error) {
      if (tries === maxTries || !isConcurrent(error)) throw error;
    }
  }
}
