import { connect, createServer, type Socket } from 'node:net';

/**
 * A recorded statement: its text, the name of its prepared statement, its values, and the rows it
 * returned.
 */
export type RecordedStatement = { text: string; name: string; values: (string | null)[]; rows: (string | null)[][] };

/** Text of the query with which the shop checks its database each second. */
const heartbeat = 'select 1 as heartbeat';

type OnMessage = (type: string, body: Buffer) => void;

/**
 * Splits a stream of PostgreSQL's protocol into messages. A client's first message has no type
 * byte.
 */
function messages(onMessage: OnMessage, startsUntyped: boolean): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  let untyped = startsUntyped;
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (;;) {
      const head = untyped ? 0 : 1;
      if (pending.length < head + 4) return;
      const end = head + pending.readInt32BE(head);
      if (pending.length < end) return;
      if (!untyped) onMessage(String.fromCharCode(pending[0] ?? 0), pending.subarray(5, end));
      untyped = false;
      pending = pending.subarray(end);
    }
  };
}

function reader(body: Buffer) {
  let at = 0;
  const int16 = () => body.readInt16BE((at += 2) - 2);
  const int32 = () => body.readInt32BE((at += 4) - 4);
  return {
    int16,
    text() {
      const end = body.indexOf(0, at);
      const text = body.toString('utf8', at, end);
      at = end + 1;
      return text;
    },
    cell() {
      const length = int32();
      if (length === -1) return null;
      at += length;
      return body.toString('utf8', at - length, at);
    },
  };
}

function cellsOf(read: ReturnType<typeof reader>): (string | null)[] {
  return Array.from({ length: read.int16() }, () => read.cell());
}

type Recorder = { keep(this: void, sent: RecordedStatement): void; waits(this: void): void; hasHeartbeat: boolean };

/**
 * Follows one connection: the client's messages, each time the client then waits, and the server's
 * messages.
 */
function listener({ keep, waits, hasHeartbeat }: Recorder): { asked: OnMessage; answered: OnMessage } {
  const prepared = new Map<string, string>();
  /** Statements without a response yet. Responses to pipelined statements arrive in order. */
  const unanswered: RecordedStatement[] = [];
  /** Calls without a response yet. A client waits once for those sent together. */
  let pending = 0;
  const send = () => {
    if (pending === 0) waits();
    pending += 1;
  };
  const begin = (sent: RecordedStatement) => {
    unanswered.push(sent);
    keep(sent);
  };
  const fromClient: OnMessage = (type, body) => {
    const read = reader(body);
    if (type === 'S') send();
    if (type === 'Q') {
      const text = read.text();
      if (text === heartbeat && !hasHeartbeat) return;
      send();
      begin({ text, name: '', values: [], rows: [] });
    }
    if (type === 'P') prepared.set(read.text(), read.text());
    if (type !== 'B') return;
    read.text();
    const name = read.text();
    for (let formats = read.int16(); formats > 0; formats -= 1) read.int16();
    begin({ text: prepared.get(name) ?? '', name, values: cellsOf(read), rows: [] });
  };
  const fromServer: OnMessage = (type, body) => {
    if (type === 'D') unanswered[0]?.rows.push(cellsOf(reader(body)));
    if (type !== 'Z') return;
    unanswered.shift();
    pending = Math.max(0, pending - 1);
  };
  return { asked: fromClient, answered: fromServer };
}

/**
 * Proxy to a database that records statements while `isOn`. Connections work through it unchanged.
 * The heartbeat is recorded only if `hasHeartbeat`, because it is sent on a schedule.
 */
export async function openSqlRecorder(databaseUrl: string, { hasHeartbeat = false } = {}) {
  const target = new URL(databaseUrl);
  const sent: RecordedStatement[] = [];
  const wire = { isOn: false, waits: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const { asked: fromClient, answered: fromServer } = listener({
      hasHeartbeat,
      keep(one) {
        if (wire.isOn) sent.push(one);
      },
      waits() {
        if (wire.isOn) wire.waits += 1;
      },
    });
    client.on('data', messages(fromClient, true)).pipe(database);
    database.on('data', messages(fromServer, false)).pipe(client);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          client.destroy();
          database.destroy();
        });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = typeof address === 'object' && address !== null ? String(address.port) : '';
  return {
    url: url.href,
    /** Returns the statements sent to the database while `work` runs. */
    async during(work: () => Promise<void>): Promise<RecordedStatement[]> {
      sent.length = 0;
      wire.waits = 0;
      wire.isOn = true;
      await work();
      wire.isOn = false;
      return [...sent];
    },
    /**
     * Number of times that the last `during` waited for the database. Pipelined statements share
     * one wait.
     */
    roundTrips: () => wire.waits,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
