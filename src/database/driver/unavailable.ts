import { sqlState } from '../sql-state.ts';

/** The database is unreachable, does not respond or has no free connection. The statement itself is not at fault. */
export class DatabaseUnavailable extends Error {
  readonly code: string;

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.code = (cause as { code?: string } | undefined)?.code ?? 'DATABASE_UNAVAILABLE';
  }
}

/**
 * Ends of a session, as PostgreSQL reports them: classes 08 and 57P, too many sessions, and sessions that timed out.
 */
const ended = /^(08...|57P0.|53300|25P0[34])$/;

/** The error of `pg`, without a code, for a client whose connection has ended. */
const notConnected = /\bnot queryable\b|\bConnection terminated\b/;

/** The error for callers: one that is not about the statement becomes DatabaseUnavailable. */
export function toCallerError(error: unknown, isConnectionLost: boolean): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const { message } = error as Error;
  return isConnectionLost || ended.test(sqlState(error)) || notConnected.test(message)
    ? new DatabaseUnavailable(message, error)
    : error;
}
