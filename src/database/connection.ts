import postgres from 'postgres';

/** The application's role; migrations create it, every connection of the programs takes it on. */
export const applicationRole = 'countinghouse_app';

type Types = { bigint: number; date: string };
export type Database = postgres.Sql<Types>;
/** Any connection: the pool, a transaction. Reads tables that belong to no company. */
export type Sql = postgres.ISql<Types>;
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

export interface ConnectionOptions {
  /** Most connections in the pool. */
  max?: number;
  /** 'owner' for migrations and test arrangements; 'application' (default) for everything else. */
  as?: 'application' | 'owner';
  statementTimeoutMs?: number;
  /** Seeding trades the last milliseconds of durability for speed; money never does. */
  synchronousCommit?: boolean;
}

/** Opens a pool. int8 becomes number (ids and minor units stay below 2^53), date stays 'yyyy-mm-dd'. */
export function openDatabase(url: string, options: ConnectionOptions = {}): Database {
  return postgres(url, {
    max: options.max ?? 10,
    onnotice: () => {},
    connect_timeout: 10,
    // Ours alone, so that idle pools of stopped tests do not linger.
    idle_timeout: 60,
    types: {
      bigint: { to: 20, from: [20], serialize: (value: number) => String(value), parse: safeInteger },
      date: { to: 1082, from: [1082], serialize: (value: string) => value, parse: (text: string) => text },
    },
    connection: {
      application_name: 'countinghouse',
      statement_timeout: options.statementTimeoutMs ?? 30_000,
      ...(options.as === 'owner' ? {} : { role: applicationRole }),
      ...(options.synchronousCommit === false ? { synchronous_commit: 'off' } : {}),
    },
  });
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond a safe integer`);
  return value;
}
