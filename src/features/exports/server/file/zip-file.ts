import { setImmediate } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

/** Begins the next file of the archive. */
export interface ZipEntry {
  name: string;
}

/** Beyond this, the format needs its 64-bit form, which the library doesn't write. */
const maxBytes = 0xffff_ffff;
/** So much is compressed at a time: other requests run in between. */
const pieceBytes = 64 * 1024;

/** A ZIP archive in pieces, compressed while the reader takes them. Holds one piece of the input at a time. */
export async function* zipFile(
  parts: AsyncIterable<ZipEntry | string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let sent = 0;
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  function* take(): Generator<Uint8Array> {
    const bytes = ready;
    ready = [];
    for (const one of bytes) {
      sent += one.length;
      if (sent > maxBytes) throw new RangeError('the archive is larger than 4 GB');
      yield one;
    }
  }
  let file: { entry: ZipDeflate; size: number } | undefined;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const compress = (isLast: boolean): void => {
    const piece = Buffer.concat(waiting);
    [waiting, waitingBytes] = [[], 0];
    if (!file) return;
    file.size += piece.length;
    if (file.size > maxBytes) throw new RangeError('a file of the archive is larger than 4 GB');
    file.entry.push(piece, isLast);
  };
  for await (const part of parts) {
    if (typeof part === 'object' && 'name' in part) {
      compress(true);
      // The same rows make the same file: no time of the day is written.
      const entry = Object.assign(new ZipDeflate(part.name, { level: 6 }), { mtime: '1980-01-02' });
      archive.add(entry);
      file = { entry, size: 0 };
    } else {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= pieceBytes) {
        compress(false);
        await setImmediate();
      }
    }
    yield* take();
  }
  compress(true);
  archive.end();
  yield* take();
}
