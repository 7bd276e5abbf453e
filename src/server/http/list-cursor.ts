import { problems } from '#shared/problem.ts';

/** The last row of a page: its time of creation in UTC with microseconds, and its id. */
export interface ListPosition {
  at: string;
  id: string;
}

interface CursorList<T> {
  query: { cursor?: string; limit?: number };
  isId(text: string): boolean;
  /** Loads at most `limit` rows after a position. */
  load(after: ListPosition | undefined, limit: number): Promise<T[]>;
  readPosition(row: T): ListPosition;
}

const defaultLimit = 25;

/**
 * One page of a list of the merchant API (docs/domain.md#lists). The next page begins after the last row, so rows that are
 * inserted in the meantime neither repeat nor hide others. Throws 400 for an invalid cursor.
 */
export async function readCursorPage<T>(
  list: CursorList<T>,
): Promise<{ rows: T[]; nextCursor: string | null }> {
  const { cursor, limit = defaultLimit } = list.query;
  const after = cursor === undefined ? undefined : parseCursor(cursor, (id) => list.isId(id));
  const found = await list.load(after, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { rows, nextCursor: hasMore ? formatCursor(list.readPosition(last)) : null };
}

export const formatCursor = ({ at, id }: ListPosition): string =>
  Buffer.from(`${at} ${id}`).toString('base64url');

function parseCursor(cursor: string, isId: (text: string) => boolean): ListPosition {
  const [at = '', id = '', ...more] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  if (more.length > 0 || !isMoment(at) || !isId(id)) throw problems.invalid('query.cursor');
  return { at, id };
}

/** Rejects days that the database would reject, such as 30 February. */
function isMoment(text: string): boolean {
  const [whole, milliseconds] = /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\d{3}Z$/.exec(text) ?? [];
  if (whole === undefined || milliseconds === undefined) return false;
  const moment = new Date(`${milliseconds}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === `${milliseconds}Z`;
}
