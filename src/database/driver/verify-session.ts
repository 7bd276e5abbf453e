import pg from 'pg';
import type { Link } from './link.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** What a session begins with. */
type Settings = Readonly<Record<string, string | number>>;

/** For the `verify` of a pool, which takes a callback. */
export async function verifySession(
  link: Pick<Link, 'run'>,
  settings: Settings,
  done: (error?: Error) => void,
): Promise<void> {
  let failure: Error | undefined;
  try {
    await checkSession(link, settings);
  } catch (error) {
    failure = error as Error;
  }
  done(failure);
}

/**
 * Throws for a new session without the role or the time limit that its start asked for: a pooler between has dropped the
 * options. As the owner the program would see the rows of every company.
 */
async function checkSession(link: Pick<Link, 'run'>, settings: Settings): Promise<void> {
  const { role, statement_timeout: limit } = settings;
  if (role === undefined) return;
  const { rows } = await link.run({
    text: `select current_user = ${pg.escapeLiteral(String(role))} as has_role,
      current_setting('statement_timeout') <> '0' as has_limit`,
    values: [],
    types: [],
    isPrepared: false,
  });
  const [session] = rows as {
    has_role?: boolean;
    hasRole?: boolean;
    has_limit?: boolean;
    hasLimit?: boolean;
  }[];
  const hasRole = session?.has_role ?? session?.hasRole;
  const hasLimit = session?.has_limit ?? session?.hasLimit;
  if (hasRole === true && (hasLimit === true || limit === 0)) return;
  const missing = hasRole === true ? 'without a time limit of statements' : `not in the role ${String(role)}`;
  throw new DatabaseUnavailable(
    `the session is ${missing}: a pooler drops the options of connections (docs/running.md#poolers)`,
    { code: 'WRONG_SESSION' },
  );
}
