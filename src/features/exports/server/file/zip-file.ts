import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** Starts the next file of the archive. */
export interface ZipEntry {
  name: string;
}

/** Compresses in chunks of about this size and holds one at a time. */
const pieceBytes = 128 * 1024;
/** Larger archives need ZIP64, which is not implemented. */
const largest = 0xffff_ffff;
const deflate = promisify<Uint8Array, object, Buffer>(deflateRaw);

interface Written extends ZipEntry {
  offset: number;
  crc: number;
  packed: number;
  plain: number;
}

/** Streams a ZIP archive: sizes and checksums follow each file. */
export async function* zipFile(
  parts: AsyncIterable<ZipEntry | string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const done: Written[] = [];
  let sent = 0;
  let open: Written | undefined;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const count = (bytes: Uint8Array): Uint8Array => {
    sent += bytes.length;
    if (sent > largest) throw new RangeError('the archive is larger than 4 GB');
    return bytes;
  };
  async function packed(entry: Written, isLast: boolean): Promise<Uint8Array> {
    const plain = Buffer.concat(waiting);
    [waiting, waitingBytes] = [[], 0];
    entry.crc = crc32(plain, entry.crc);
    entry.plain += plain.length;
    if (entry.plain > largest) throw new RangeError('a file of the archive is larger than 4 GB');
    // Each chunk ends on a byte boundary, so that concatenated chunks are one stream.
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    const bytes = await deflate(plain, { finishFlush });
    entry.packed += bytes.length;
    return bytes;
  }
  async function* close(): AsyncGenerator<Uint8Array> {
    if (!open) return;
    yield count(await packed(open, true));
    yield count(record('PK\x07\x08', [4, open.crc], [4, open.packed], [4, open.plain]));
    done.push(open);
  }
  for await (const part of parts) {
    if (typeof part === 'object' && 'name' in part) {
      yield* close();
      open = { name: part.name, offset: sent, crc: 0, packed: 0, plain: 0 };
      yield count(localHeader(part.name));
    } else if (open) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= pieceBytes) yield count(await packed(open, false));
    }
  }
  yield* close();
  const directory = Buffer.concat(done.map(directoryEntry));
  const start = sent;
  yield count(directory);
  yield count(
    record(
      'PK\x05\x06',
      [4, 0],
      [2, done.length],
      [2, done.length],
      [4, directory.length],
      [4, start],
      [2, 0],
    ),
  );
}

/** Version 2.0; sizes follow the data; names in UTF-8; deflate; 1 January 1980. */
const how = (crc: number, packed: number, plain: number): [number, number][] => [
  [2, 20],
  [2, 0x0808],
  [2, 8],
  [2, 0],
  [2, 0x21],
  [4, crc],
  [4, packed],
  [4, plain],
];

function localHeader(name: string): Buffer {
  const bytes = Buffer.from(name);
  return Buffer.concat([record('PK\x03\x04', ...how(0, 0, 0), [2, bytes.length], [2, 0]), bytes]);
}

function directoryEntry({ name, offset, crc, packed, plain }: Written): Buffer {
  const bytes = Buffer.from(name);
  const head = record(
    'PK\x01\x02',
    [2, 20],
    ...how(crc, packed, plain),
    [2, bytes.length],
    [4, 0],
    [4, 0],
    [4, 0],
    [4, offset],
  );
  return Buffer.concat([head, bytes]);
}

/** A signature, then little-endian numbers of the given sizes. */
function record(signature: string, ...numbers: [bytes: number, value: number][]): Buffer {
  const written = Buffer.alloc(4 + numbers.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = written.write(signature, 'latin1');
  for (const [bytes, value] of numbers) at = written.writeUIntLE(value, at, bytes);
  return written;
}
