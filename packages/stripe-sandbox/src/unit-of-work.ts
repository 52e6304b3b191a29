import { eq } from 'drizzle-orm';

import { isConcurrent, type Db } from './database.ts';
import { isOf, type Entity, type EntityOf, type Kind } from './objects.ts';
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

  async write(): Promise<void> {
    for (const id of this.#changed) {
      const entity = this.#known.get(id);
      if (entity !== undefined) await writeEntity(this.db, entity);
    }
    if (this.#events.length > 0) await this.db.insert(sandboxEvents).values(this.#events);
  }
}

async function writeEntity(db: Db, entity: Entity): Promise<void> {
  const { id } = entity;
  if (entity.object === 'payment_intent') {
    const set = { body: entity };
    await db
      .insert(sandboxIntents)
      .values({ id, ...set })
      .onConflictDoUpdate({ target: sandboxIntents.id, set });
  } else {
    const intentId = entity.object === 'balance_transaction' ? entity.sandbox_intent : entity.payment_intent;
    const set = { body: entity, intentId };
    // Listed by the time that it states, in whole seconds.
    const stated = entity.object === 'balance_transaction' ? { createdAt: new Date(entity.created * 1000) } : {};
    const row = { id, kind: entity.object, ...set, ...stated };
    await db.insert(sandboxObjects).values(row).onConflictDoUpdate({ target: sandboxObjects.id, set });
  }
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
