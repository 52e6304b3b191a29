import { ask, type Db } from './database.ts';
import type { SandboxObject } from './objects.ts';
import type { SandboxIntent } from './cards.ts';

export type Entity = SandboxIntent | SandboxObject;
export type Kind = Entity['object'];
export type EntityOf<K extends Kind> = Extract<Entity, { object: K }>;
export const isOf =
  <K extends Kind>(kind: K) =>
  (entity: Entity | undefined): entity is EntityOf<K> =>
    entity?.object === kind;

const tableOf = (kind: Kind) => (kind === 'payment_intent' ? 'sandbox_intents' : 'sandbox_objects');

/** A stored entity, and PostgreSQL's id of the transaction that wrote it. */
export type Stored = { entity: Entity; version: string };

export async function find(db: Db, kind: Kind, id: string): Promise<Stored | null> {
  const table = tableOf(kind);
  const text = `select body::text, xmin::text from ${table} where id = $1`;
  const [row] = await ask<[body: string, version: string]>(db, { name: `${table}_find`, text, values: [id] });
  return row === undefined ? null : { entity: JSON.parse(row[0]) as Entity, version: row[1] };
}

/** A response saved under the idempotency key of its call. */
export type SavedResponse = { key: string; fingerprint: string; status: number; body: string };
export type NewEvent = { id: string; body: string; copies: number };

/** Changes of a call: the entities it read, unmodified, and those it updates or inserts, by id. */
export type Changes = {
  read: ReadonlyMap<string, Stored>;
  put: ReadonlyMap<string, Entity>;
  events: readonly NewEvent[];
  answer: SavedResponse | null;
};

/** Builds a statement of common table expressions, and its values. */
function newStatement() {
  const expressions: string[] = [];
  const values: unknown[] = [];
  let name = 'sandbox_store_';
  return {
    value: (value: unknown, type = 'text') => `$${values.push(value)}::${type}`,
    /**
     * Adds an expression; its letter goes into the statement's name. Returns a condition that is
     * true when it found or wrote a row.
     */
    add(letter: string, text: string): string {
      const expression = `${letter}${expressions.length}`;
      expressions.push(`${expression} as (${text})`);
      name += letter;
      return `exists (select from ${expression})`;
    },
    /** Returns a statement with one row, which tells whether each condition is true. */
    asking: (...conditions: string[]) => ({
      name,
      text: `with ${expressions.join(', ')} select ${conditions.join(', ')}`,
      values,
    }),
  };
}

type Statement = ReturnType<typeof newStatement>;

const lockIfUnchanged = ({ add, value }: Statement, { entity: { id, object }, version }: Stored) =>
  add(
    object === 'payment_intent' ? 'h' : 'l',
    `select from ${tableOf(object)} where id = ${value(id)} and xmin::text = ${value(version)} for update`,
  );

const saveAnswer = ({ add, value }: Statement, { key, fingerprint, status, body }: SavedResponse, condition: string) =>
  add(
    'a',
    `insert into sandbox_answers (idempotency_key, fingerprint, status, body)
     select ${value(key)}, ${value(fingerprint)}, ${value(status, 'int')}, ${value(body)} where ${condition}
     on conflict do nothing returning true`,
  );

function writeEntity(
  { add, value }: Statement,
  entity: Entity,
  { isNew, condition }: { isNew: boolean; condition: string },
): void {
  const { id, object } = entity;
  const isIntent = object === 'payment_intent';
  const [idPlace, body] = [value(id), value(JSON.stringify(entity), 'jsonb')];
  const intent = isIntent ? '' : value(entity.payment_intent);
  if (!isNew) {
    const hung = isIntent ? '' : `, intent_id = ${intent}`;
    add(
      isIntent ? 'u' : 'v',
      `update ${tableOf(object)} set body = ${body}${hung} where id = ${idPlace} and ${condition}`,
    );
  } else if (isIntent) {
    add('i', `insert into sandbox_intents (id, body) select ${idPlace}, ${body} where ${condition}`);
  } else {
    const row = `${idPlace}, ${value(object)}, ${intent}, ${body}`;
    add('o', `insert into sandbox_objects (id, kind, intent_id, body) select ${row} where ${condition}`);
  }
}

const addEvent = ({ add, value }: Statement, { id, body, copies }: NewEvent, condition: string) =>
  add(
    'e',
    `insert into sandbox_events (id, body, copies)
     select ${value(id)}, ${value(body)}, ${value(copies, 'int')} where ${condition}`,
  );

/**
 * Stores all changes in one statement, or none of them. `outdated`: an entity that was read has
 * changed since. `answered`: a response is already saved under the key.
 * Waits for concurrent changes of the same entities or with the same key.
 */
export async function store(db: Db, changes: Changes): Promise<'stored' | 'outdated' | 'answered'> {
  const { read, put: entities, events, answer } = changes;
  if (entities.size === 0 && events.length === 0 && answer === null) return 'stored';
  const statement = newStatement();
  const isCurrent = [...read.values()].map((one) => lockIfUnchanged(statement, one)).join(' and ') || 'true';
  const isFirst = answer === null ? isCurrent : saveAnswer(statement, answer, isCurrent);
  for (const [id, entity] of entities) writeEntity(statement, entity, { isNew: !read.has(id), condition: isFirst });
  for (const event of events) addEvent(statement, event, isFirst);
  const [row] = await ask<[isCurrent: boolean, isFirst: boolean]>(db, statement.asking(isCurrent, isFirst));
  if (row?.[1] === true) return 'stored';
  return row?.[0] === true ? 'answered' : 'outdated';
}
