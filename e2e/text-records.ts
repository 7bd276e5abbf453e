import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** A DNS server on this machine that returns TXT records from `records`, and has no other name. */
export async function startDns(): Promise<{ address: string; records: Map<string, string>; stop(): void }> {
  const records = new Map<string, string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => socket.send(buildReply(query, records), from.port, from.address));
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, records, stop: () => socket.close() };
}

/** RFC 1035: header, question, and one answer that points at the question's name. */
function buildReply(query: Buffer, records: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = [];
  let offset = 12;
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.subarray(offset + 1, offset + 1 + length).toString('latin1'));
    offset += length + 1;
  }
  const end = offset + 5;
  const text = records.get(labels.join('.').toLowerCase());
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(text === undefined ? 0x81_83 : 0x81_80, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(text === undefined ? 0 : 1, 6);
  header.writeUInt32BE(0, 8);
  const parts = [header, query.subarray(12, end)];
  if (text === undefined) return Buffer.concat(parts);
  const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);
  const record = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 1, 0, data.length]);
  return Buffer.concat([...parts, record, data]);
}
