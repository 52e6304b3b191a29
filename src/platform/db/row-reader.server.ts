import { Column, getTableName, is, SQL, Subquery } from 'drizzle-orm';

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Field = { path: string[]; field: unknown };

/** What Drizzle knows of a statement's columns: where each stands in a row, and which joined tables have one in each row. */
export type Fields = { fields: Field[]; joinsNotNullableMap: Record<string, boolean> | undefined };

/** What Drizzle does not say in its types: who reads a value that is no column. */
type Inside = { decoder: Decoder; sql: { decoder: Decoder }; _: { sql: { decoder: Decoder } } };

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const inside = field as Inside;
  if (is(field, SQL)) return inside.decoder;
  return is(field, Subquery) ? inside._.sql.decoder : inside.sql.decoder;
}

const tableOf = ({ field }: Field) => (is(field, Column) ? getTableName(field.table) : null);

/** Objects that are null in a row of which their table has none: by the first column, the place of which is given. */
function optionalObjects({ fields, joinsNotNullableMap }: Fields): Map<string, number> {
  const optional = new Map<string, number>();
  if (joinsNotNullableMap === undefined) return optional;
  const columns = fields.filter(({ path, field }) => path.length === 2 && is(field, Column));
  for (const [name, own] of Map.groupBy(columns, ({ path }) => path[0] ?? '')) {
    const [first] = own;
    const tables = new Set(own.map(tableOf));
    const [table] = tables;
    if (first === undefined || tables.size > 1 || typeof table !== 'string') continue;
    if (joinsNotNullableMap[table] !== true) optional.set(name, fields.indexOf(first));
  }
  return optional;
}

type Row = Record<string, unknown>;

/** Reads rows as Drizzle does, which asks anew for each row what each of its columns is. */
export function rowReader(known: Fields): (cells: readonly unknown[]) => Row {
  const optional = [...optionalObjects(known)];
  const readers = known.fields.map(({ path: [name = '', inner, ...deeper], field }) => {
    if (deeper.length > 0) throw new Error('a row has columns, and objects of columns');
    return { name, inner, decoder: decoderOf(field) };
  });
  return (cells) => {
    const row: Row = {};
    for (let place = 0; place < readers.length; place += 1) {
      const reader = readers[place];
      if (reader === undefined) break;
      const { name, inner, decoder } = reader;
      const cell = cells[place] ?? null;
      const value = cell === null ? null : decoder.mapFromDriverValue(cell);
      if (inner === undefined) row[name] = value;
      else ((row[name] ??= {}) as Row)[inner] = value;
    }
    for (const [name, first] of optional) if ((cells[first] ?? null) === null) row[name] = null;
    return row;
  };
}
