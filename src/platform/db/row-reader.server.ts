import { Column, getTableName, is, SQL, Subquery } from 'drizzle-orm';

type Decoder = { mapFromDriverValue(value: unknown): unknown };
type Field = { path: string[]; field: unknown };

/**
 * Columns of a statement as Drizzle knows them: their order in a row, and which joined tables
 * always have a row.
 */
export type Fields = { fields: Field[]; joinsNotNullableMap: Record<string, boolean> | undefined };

/** Decoder of a value that is no column, which Drizzle's types omit. */
type Inside = { decoder: Decoder; sql: { decoder: Decoder }; _: { sql: { decoder: Decoder } } };

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const inside = field as Inside;
  if (is(field, SQL)) return inside.decoder;
  return is(field, Subquery) ? inside._.sql.decoder : inside.sql.decoder;
}

const tableOf = ({ field }: Field) => (is(field, Column) ? getTableName(field.table) : null);

/**
 * Returns the objects that are null if their joined table has no row, each with the index of its
 * first column.
 */
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

/** Reads rows like Drizzle, but looks up each column's decoder once instead of once per row. */
export function rowReader(known: Fields): (cells: readonly unknown[]) => Row {
  const optional = [...optionalObjects(known)];
  const readers = known.fields.map(({ path: [name = '', inner, ...deeper], field }) => {
    if (deeper.length > 0) throw new Error('a row has columns, and objects of columns');
    return { name, inner, decoder: decoderOf(field) };
  });
  return (cells) => {
    const row: Row = {};
    for (let index = 0; index < readers.length; index += 1) {
      const reader = readers[index];
      if (reader === undefined) break;
      const { name, inner, decoder } = reader;
      const cell = cells[index] ?? null;
      const value = cell === null ? null : decoder.mapFromDriverValue(cell);
      if (inner === undefined) row[name] = value;
      else ((row[name] ??= {}) as Row)[inner] = value;
    }
    for (const [name, first] of optional) if ((cells[first] ?? null) === null) row[name] = null;
    return row;
  };
}
