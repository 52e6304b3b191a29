import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

export type AcceptedMail = { from: string; recipients: string[]; mail: Email };

export type MailBehavior = {
  /** Response code to a recipient or to a message, such as 450 or 550. Undefined accepts it. */
  recipient?: number;
  text?: number;
  /** Enhanced status code of either response, such as 5.7.1. Some servers send none. */
  enhanced?: string;
  /** Closes the connection halfway through the message, or after all of it without a response. */
  drops?: 'in the text' | 'before the answer';
  /** Delay of the response to a recipient, in milliseconds. */
  slowMs?: number;
  /** Only recipient to delay. Default: all. */
  slowFor?: string;
};

function refusal(code: number, enhanced = ''): Error {
  return Object.assign(new Error(`${enhanced} mia@example.com is not served here`), { responseCode: code });
}

/** Starts a real mail server on a free port. It stores accepted mails and misbehaves on demand. */
export async function startMailServer() {
  const taken: AcceptedMail[] = [];
  const named: string[] = [];
  let behavior: MailBehavior = {};

  function hangUp(session: SMTPServerSession): void {
    for (const connection of server.connections) {
      if (connection.id === session.id) connection._socket.destroy();
    }
  }

  async function read(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<AcceptedMail> {
    const parts: Buffer[] = [];
    for await (const part of stream) {
      if (behavior.drops === 'in the text') hangUp(session);
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
      named.push(address);
      const { recipient, enhanced, slowMs = 0, slowFor = address } = behavior;
      const waitMs = slowFor === address ? slowMs : 0;
      setTimeout(() => callback(recipient === undefined ? null : refusal(recipient, enhanced)), waitMs);
    },
    async onData(stream, session, callback) {
      try {
        const one = await read(stream, session);
        if (behavior.drops === 'in the text') return;
        if (behavior.text !== undefined) return callback(refusal(behavior.text, behavior.enhanced));
        taken.push(one);
        if (behavior.drops === 'before the answer') return hangUp(session);
        return callback();
      } catch {
        // The connection was closed during the message.
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
    /** All recipients that clients named, including refused ones. */
    asked: named,
    behave(next: MailBehavior = {}) {
      behavior = next;
    },
    forget() {
      taken.length = 0;
      named.length = 0;
      behavior = {};
    },
    /** Closes its port. */
    refuseConnections: () => new Promise<void>((done) => server.server.close(() => done())),
    acceptConnections: listen,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Fixture of a mail server, which is stopped when the fixture ends. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of used fixtures from it.
export async function mailServerFixture({}: object, fixture: { onCleanup: (stop: () => Promise<void>) => void }) {
  const server = await startMailServer();
  fixture.onCleanup(() => server.stop());
  return server;
}
