import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

export type Taken = { from: string; recipients: string[]; mail: Email };

export type MailBehaviour = {
  /** Answer to a recipient or to a text, such as 450 or 550; undefined takes it. */
  recipient?: number;
  text?: number;
  /** The enhanced code of either answer, such as 5.7.1; some servers give none. */
  enhanced?: string;
  /** Hangs up when half of the text has come, or takes all of it and hangs up before it says so. */
  drops?: 'in the text' | 'before the answer';
  /** Waits this long before it answers a recipient. */
  slowMs?: number;
  /** The one recipient for whom it waits; all without it. */
  slowFor?: string;
};

function refusal(code: number, enhanced = ''): Error {
  return Object.assign(new Error(`${enhanced} mia@example.com is not served here`), { responseCode: code });
}

/** A real mail server on a port of its own, which keeps what it took and behaves as told. */
export async function startMailServer() {
  const taken: Taken[] = [];
  const asked: string[] = [];
  let behaviour: MailBehaviour = {};

  function hangUp(session: SMTPServerSession): void {
    for (const connection of server.connections) {
      if (connection.id === session.id) connection._socket.destroy();
    }
  }

  async function read(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Taken> {
    const parts: Buffer[] = [];
    for await (const part of stream) {
      if (behaviour.drops === 'in the text') hangUp(session);
      parts.push(part as Buffer);
    }
    const { mailFrom, rcptTo } = session.envelope;
    const from = mailFrom === false ? '' : mailFrom.address;
    return {
      from,
      recipients: rcptTo.map(({ address }) => address),
      mail: await PostalMime.parse(Buffer.concat(parts)),
    };
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      asked.push(address);
      const { recipient, enhanced, slowMs = 0, slowFor = address } = behaviour;
      const waitMs = slowFor === address ? slowMs : 0;
      setTimeout(() => callback(recipient === undefined ? null : refusal(recipient, enhanced)), waitMs);
    },
    async onData(stream, session, callback) {
      try {
        const one = await read(stream, session);
        if (behaviour.drops === 'in the text') return;
        if (behaviour.text !== undefined) return callback(refusal(behaviour.text, behaviour.enhanced));
        taken.push(one);
        if (behaviour.drops === 'before the answer') return hangUp(session);
        return callback();
      } catch {
        // The line was cut while the text came.
      }
    },
  });
  server.on('error', () => undefined);

  let port = 0;
  const listen = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen();
  const address = server.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true&greetingTimeout=2000&socketTimeout=1500`,
    taken,
    /** Every recipient that was named to it, also those that it refused. */
    asked,
    behave(next: MailBehaviour = {}) {
      behaviour = next;
    },
    forget() {
      taken.length = 0;
      asked.length = 0;
      behaviour = {};
    },
    /** Nothing listens on its port from now on. */
    refuseConnections: () => new Promise<void>((done) => server.server.close(() => done())),
    acceptConnections: listen,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
