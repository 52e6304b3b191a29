import { randomBytes, randomUUID } from 'node:crypto';

import pg from 'pg';

import type { RecordedStatement } from './sql-recorder.ts';

/** Values that differ in every flow: ids, tokens, order numbers and the guest's address. */
const unique = new RegExp(
  [
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    '[a-z]{2,4}_[0-9a-f]{14,24}(?![0-9a-f])',
    '(?<=_secret_)[0-9a-f]{32}',
    '(?<![\\w-])[\\w-]{43}(?![\\w-])',
    'HR-[0-9A-Z]{8}',
    '(?<!\\d)10\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}(?!\\d)',
  ].join('|'),
  'g',
);
const sentMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const storedMoment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d$/;

/** Formats a stored timestamp in the form in which the shop sends it. */
const asSent = (stored: string) => new Date(`${stored.replace(' ', 'T')}:00`).toISOString();

function another(like: string): string {
  if (/^[0-9a-f]{8}-/.test(like)) return randomUUID();
  if (like.startsWith('10.')) return [10, ...randomBytes(3)].join('.');
  const prefix = /^(?:[a-z]{2,4}_|HR-)/.exec(like)?.[0] ?? '';
  const random = randomBytes(32);
  if (prefix === 'HR-') return prefix + random.toString('hex').slice(0, 8).toUpperCase();
  const text = like.length === 43 ? random.toString('base64url') : random.toString('hex');
  return prefix + text.slice(0, like.length - prefix.length);
}

type Cell = { row: number; column: number; slot: number };
/** Text parts, and the slot numbers of values to fill in. */
type Template = (string | number)[] | null;
type Step = { text: string; name: string; values: Template[]; captures: Cell[] };

export type Script = {
  steps: Step[];
  /** Sample of each value that the flow generates itself, by slot. */
  made: Map<number, string>;
  slots: number;
};

/** Turns one recorded flow into a script that can be replayed with new values each time. */
export function scriptOf(sent: readonly RecordedStatement[], constants: ReadonlySet<string>): Script {
  const slots = new Map<string, number>();
  const made = new Map<number, string>();
  const slotOf = (value: string) => {
    const known = slots.get(value);
    if (known !== undefined) return known;
    made.set(slots.size, value);
    slots.set(value, slots.size);
    return slots.size - 1;
  };
  const templateOf = (value: string | null): Template => {
    if (value === null) return null;
    if (sentMoment.test(value)) return slots.has(value) ? [slotOf(value)] : [value];
    const parts: (string | number)[] = [];
    let from = 0;
    for (const found of value.matchAll(unique)) {
      if (constants.has(found[0])) continue;
      parts.push(value.slice(from, found.index), slotOf(found[0]));
      from = found.index + found[0].length;
    }
    return [...parts, value.slice(from)];
  };
  const captureOf = (cell: string | null, row: number, column: number): Cell[] => {
    if (cell === null || constants.has(cell)) return [];
    const isMoment = storedMoment.test(cell);
    const key = isMoment ? asSent(cell) : cell;
    const isId = isMoment || cell.match(unique)?.[0] === cell;
    if (!isId || slots.has(key)) return [];
    slots.set(key, slots.size);
    return [{ row, column, slot: slots.size - 1 }];
  };
  const steps = sent.map(({ text, name, values, rows }) => ({
    text,
    name,
    values: values.map(templateOf),
    captures: rows.flatMap((cells, row) => cells.flatMap((cell, column) => captureOf(cell, row, column))),
  }));
  return { steps, made, slots: slots.size };
}

const raw = { getTypeParser: () => (value: string) => value };

/** Sends the statements of a flow one after the other, as the shop did. */
async function play({ steps, made, slots }: Script, client: pg.Client): Promise<void> {
  const filled: (string | null)[] = Array.from({ length: slots }, () => null);
  for (const [slot, like] of made) filled[slot] = another(like);
  const fill = (template: Template) => {
    if (template === null) return null;
    if (template.length === 1 && typeof template[0] === 'number') return filled[template[0]] ?? null;
    let text = '';
    for (const part of template) text += typeof part === 'number' ? (filled[part] ?? '') : part;
    return text;
  };
  for (const { text, name, values, captures } of steps) {
    const query = { text, values: values.map(fill), rowMode: 'array', types: raw, ...(name === '' ? {} : { name }) };
    const { rows } = await client.query<(string | null)[]>(query as pg.QueryArrayConfig);
    for (const { row, column, slot } of captures) {
      const cell = rows[row]?.[column] ?? null;
      filled[slot] = cell !== null && storedMoment.test(cell) ? asSent(cell) : cell;
    }
  }
}

/**
 * Opens connections that each replay flows of the same SQL, with only `pg` between them and the
 * database.
 */
export async function openBareSql(databaseUrl: string, script: Script, connections: number) {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  return {
    async play(connection: number): Promise<void> {
      const client = clients[connection];
      if (client === undefined) throw new Error(`there is no connection ${connection}`);
      await play(script, client);
    },
    close: () => Promise.all(clients.map((client) => client.end())),
  };
}
