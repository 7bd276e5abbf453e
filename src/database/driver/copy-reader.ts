import { Readable } from 'node:stream';

/**
 * `source` at the reader's pace, as a stream that can be destroyed at any time: the remaining rows are then read and
 * dropped, because the connection can only be used again after the copy has ended.
 */
export function detachable(source: Readable): Readable {
  const reader = new Readable({
    read: () => void source.resume(),
    destroy(error, done) {
      source.resume();
      done(error);
    },
  });
  source.on('data', (chunk: Buffer) => {
    if (!reader.destroyed && !reader.push(chunk)) source.pause();
  });
  source.once('end', () => reader.push(null));
  source.on('error', (error: Error) => {
    source.destroy();
    reader.destroy(error);
  });
  source.resume();
  return reader;
}

/** Resolved with the first rows or the end of `source`; rejected when it fails before. */
export function begun(source: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    source.once('data', () => resolve());
    source.once('end', () => resolve());
    source.once('error', reject);
  });
}
