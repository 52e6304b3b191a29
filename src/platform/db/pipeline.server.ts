import pg from 'pg';

type Types = pg.CustomTypesConfig;

/** A statement with the values of one run, and the name it is prepared under. */
export type Run = {
  name: string;
  text: string;
  values: readonly unknown[];
  rowMode?: 'array' | undefined;
  types?: Types | undefined;
};

type Column = { name: string; dataTypeID: Parameters<Types['getTypeParser']>[0]; format: 'text' | 'binary' };
/**
 * Result columns of a statement and their parsers. The database describes them once per connection.
 */
type Shape = { columns: Column[]; types: Types; read: ((value: string) => unknown)[] };
export type Shapes = Map<string, Shape>;

type Bound = { statement: string; values: readonly unknown[]; valueMapper(value: unknown): unknown };

/** Parts of `pg` that its types omit: of a connection, and the function that encodes values. */
type Inside = Omit<pg.Connection, 'parse' | 'bind' | 'describe' | 'execute'> & {
  parsedStatements: Record<string, string>;
  parse(run: { name: string; text: string }): void;
  bind(bound: Bound): void;
  describe(portal: { type: 'P' }): void;
  execute(): void;
};
const { utils } = pg as unknown as { utils: { prepareValue: Bound['valueMapper'] } };

type Done = (error: unknown, results: pg.QueryResult[]) => void;

const newResult = (): pg.QueryResult => ({ command: '', rowCount: null, oid: 0, fields: [], rows: [] });

function shapeOf(columns: Column[], types: Types): Shape {
  return { columns, types, read: columns.map(({ dataTypeID, format }) => types.getTypeParser(dataTypeID, format)) };
}

function rowOf({ columns, read }: Shape, cells: readonly (string | null)[], isArray: boolean): unknown {
  const values = cells.map((cell, index) => (cell === null ? null : read[index]?.(cell)));
  return isArray ? values : Object.fromEntries(columns.map(({ name }, index) => [name, values[index]]));
}

/**
 * Statements sent in one write and answered together. The database skips everything after the first
 * failure. `pg` sees one query, with the name and text of the statement in progress.
 */
export class Pipeline implements pg.Submittable {
  readonly #runs: readonly Run[];
  readonly #shapes: Shapes;
  readonly #done: Done;
  readonly #results: pg.QueryResult[] = [];
  #current = newResult();

  constructor(runs: readonly Run[], shapes: Shapes, done: Done) {
    this.#runs = runs;
    this.#shapes = shapes;
    this.#done = done;
  }

  get #run(): Run | undefined {
    return this.#runs[this.#results.length];
  }

  get name(): string | undefined {
    return this.#run?.name;
  }

  get text(): string | undefined {
    return this.#run?.text;
  }

  /**
   * Called by `pg` when its turn comes. If a value cannot be encoded, nothing is sent and the error
   * is returned.
   */
  submit(connection: pg.Connection): Error | null {
    const parts: Buffer[] = [];
    const named = new Set<string>();
    const { stream } = connection;
    const gathering: Inside = Object.create(connection, { _send: { value: (part: Buffer) => parts.push(part) } });
    try {
      for (const run of this.#runs) {
        this.#gather(run, gathering, named.has(run.name));
        named.add(run.name);
      }
    } catch (error) {
      return error instanceof Error ? error : new Error('a value cannot be sent');
    }
    gathering.sync();
    if (stream.writable) stream.write(Buffer.concat(parts));
    return null;
  }

  #gather({ name, text, values }: Run, gathering: Inside, isRepeated: boolean): void {
    if (!isRepeated && gathering.parsedStatements[name] !== text) gathering.parse({ name, text });
    gathering.bind({ statement: name, values, valueMapper: (value) => utils.prepareValue(value) });
    if (!this.#shapes.has(name)) gathering.describe({ type: 'P' });
    gathering.execute();
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#note(fields);
  }

  #note(columns: Column[]): Shape {
    const { name = '', types = pg.types } = this.#run ?? {};
    const shape = shapeOf(columns, types);
    this.#shapes.set(name, shape);
    return shape;
  }

  handleDataRow({ fields: cells }: { fields: (string | null)[] }): void {
    const { name = '', types = pg.types, rowMode } = this.#run ?? {};
    const known = this.#shapes.get(name);
    const shape = known?.types === types ? known : this.#note(known?.columns ?? []);
    this.#current.rows.push(rowOf(shape, cells, rowMode === 'array'));
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command = '', ...counts] = text.split(' ');
    const { name = '' } = this.#run ?? {};
    const { columns } = this.#shapes.get(name) ?? this.#note([]);
    const count = counts.at(-1);
    const rowCount = count === undefined ? null : Number(count);
    this.#results.push({ ...this.#current, command, rowCount, fields: columns as pg.FieldDef[] });
    this.#current = newResult();
  }

  handleError(error: unknown): void {
    this.#done(error, []);
  }

  handleReadyForQuery(): void {
    this.#done(undefined, this.#results);
  }
}
