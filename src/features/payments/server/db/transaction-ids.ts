import { randomBytes } from 'node:crypto';
import type { Database } from '#database/connection.ts';

const blockSize = 200;
const blocks = new WeakMap<Database, { next: number; end: number; filling?: Promise<void> }>();

/**
 * A new transaction id: 11 digits, unique over all processes. Ids are reserved in blocks, so most cost no statement. A
 * crash only loses the rest of a block.
 */
export async function nextTransactionId(database: Database): Promise<number> {
  const block = blocks.get(database) ?? { next: 0, end: 0 };
  blocks.set(database, block);
  while (block.next >= block.end) {
    block.filling ??= reserveBlock(database, block).finally(() => {
      block.filling = undefined;
    });
    await block.filling;
  }
  block.next += 1;
  return block.next - 1;
}

async function reserveBlock(database: Database, block: { next: number; end: number }): Promise<void> {
  const [row] = await database<{ end: number }[]>`
    update id_block set next_id = next_id + ${blockSize} where shard = 0 returning next_id as end`;
  if (!row) throw new Error('id_block has no row for shard 0');
  block.next = row.end - blockSize;
  block.end = row.end;
}

/** `T` and 22 characters: the reference for support. */
export const newTrace = (): string => `T${randomBytes(16).toString('base64url')}`;
