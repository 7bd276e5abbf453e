import { Readable } from 'node:stream';
import type { TenantSql } from './tenant.ts';

interface CopyQuery {
  resolve(answer: unknown): void;
  readable(): Promise<Readable>;
}

/**
 * What `copy … to stdout` writes. A failure before the first row comes together with the beginning of the stream: the
 * driver breaks the stream off before anybody who waited for it could listen, and an error that nobody hears ends the
 * program. Here it is always heard; whoever reads finds it in the stream, which may be closed already. `begun` is told of
 * the stream before anything has come out of it.
 */
export async function copyStream(
  sql: TenantSql,
  statement: string,
  begun: (stream: Readable) => void = () => {},
): Promise<Readable> {
  const query = sql.unsafe(statement) as unknown as CopyQuery;
  const resolve = query.resolve.bind(query);
  query.resolve = (answer) => {
    // It is also called when the copy is over.
    if (answer instanceof Readable) {
      answer.on('error', () => {}).once('close', () => goOn(answer));
      begun(answer);
    }
    resolve(answer);
  };
  return query.readable();
}

/** The driver stops its socket while nothing is read, and starts it when the stream asks for more: of one that is over nobody does. */
export function goOn(stream: Readable): void {
  try {
    // The name is Node's.
    // oxlint-disable-next-line no-underscore-dangle
    stream._read(0);
  } catch {
    // No socket any more.
  }
}
