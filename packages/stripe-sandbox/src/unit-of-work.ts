import { isConcurrent, type Db } from './database.ts';
import {
  find,
  isOf,
  store,
  type Entity,
  type EntityOf,
  type Kind,
  type NewEvent,
  type SavedResponse,
  type Stored,
} from './store.ts';

/**
 * Reads and changes of one call. The changes are stored at its end if everything it read is
 * unchanged.
 */
export class UnitOfWork {
  readonly db: Db;
  readonly #read = new Map<string, Stored>();
  readonly #put = new Map<string, Entity>();
  readonly #events: NewEvent[] = [];

  constructor(db: Db) {
    this.db = db;
  }

  async find<K extends Kind>(kind: K, id: string | null): Promise<EntityOf<K> | null> {
    if (id === null) return null;
    const known = this.#put.get(id) ?? this.#read.get(id)?.entity ?? (await this.#readNow(kind, id));
    return isOf(kind)(known) ? known : null;
  }

  async #readNow(kind: Kind, id: string): Promise<Entity | undefined> {
    const found = await find(this.db, kind, id);
    if (found !== null) this.#read.set(id, found);
    return found?.entity;
  }

  /** Updates an entity that was found, or adds a new one. */
  put(entity: Entity): void {
    this.#put.set(entity.id, entity);
  }

  addEvent(event: NewEvent): void {
    this.#events.push(event);
  }

  store(answer: SavedResponse | null) {
    return store(this.db, { read: this.#read, put: this.#put, events: this.#events, answer });
  }
}

/** A response is already saved under the key, so nothing of this call is stored. */
export class AlreadyAnswered extends Error {}

/** Each conflict means that another call succeeded. */
const maxTries = 100;

/**
 * Runs `work` and stores its changes, with the response that `answerOf` makes of its result.
 * Retries after a concurrent change.
 */
export async function inUnitOfWork<T>(
  db: Db,
  work: (unit: UnitOfWork) => Promise<T> | T,
  answerOf: (done: T) => SavedResponse | null = () => null,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const unit = new UnitOfWork(db);
    try {
      const done = await work(unit);
      const outcome = await unit.store(answerOf(done));
      if (outcome === 'stored') return done;
      if (outcome === 'answered') throw new AlreadyAnswered();
    } catch (error) {
      if (tries === maxTries || !isConcurrent(error)) throw error;
    }
    if (tries === maxTries)
      throw new Error(`the sandbox gave up after ${maxTries} tries: others changed the same each time`);
  }
}
