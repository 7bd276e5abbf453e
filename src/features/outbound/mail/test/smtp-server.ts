import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface TestMailServer {
  url: string;
  /** The accepted emails with their envelopes. */
  received: { from: string; to: string[]; raw: string }[];
  /** The response to the next emails: accept, reject with a code, or none. */
  setBehaviour(next: 'take' | 'silent after taking' | 'silent at once' | number): void;
  stop(): Promise<void>;
}

/** A real SMTP server on a free port of this machine. */
export async function startMailServer(): Promise<TestMailServer> {
  const received: TestMailServer['received'] = [];
  let behaviour: Parameters<TestMailServer['setBehaviour']>[0] = 'take';
  const sockets = new Set<Socket>();
  const cutConnections = () => sockets.forEach((socket) => socket.destroy());
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, done) {
      if (behaviour === 'silent at once') cutConnections();
      done();
    },
    onRcptTo(_address, _session, done) {
      if (typeof behaviour !== 'number') return done();
      done(Object.assign(new Error('not today'), { responseCode: behaviour }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        if (behaviour === 'silent after taking') return cutConnections();
        done();
      });
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    setBehaviour: (next) => {
      behaviour = next;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
