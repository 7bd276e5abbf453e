import { sqlState } from './sql-state.ts';
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Database, Sql } from './connection.ts';
import { applicationRole, openDatabase } from './open-database.ts';

/** Any constant: processes that start together take turns. */
const loginLock = 7_310_443;

/**
 * The address by which the processes sign in: with a login that has the application's role only, so that leaving the role
 * (`reset role`) gains nothing. The owner creates it where it is missing. Undefined where the owner cannot create a login,
 * or the server rejects it.
 */
export async function prepareApplicationUrl(
  owner: Database,
  url: string,
  password: string,
): Promise<string | undefined> {
  const [row] = await owner<{ name: string }[]>`select current_database() as name`;
  // Roles belong to the whole server, which may hold other installations with other passwords.
  const login = `${applicationRole}_${createHash('sha256')
    .update(row?.name ?? '')
    .digest('hex')
    .slice(0, 12)}`;
  const address = new URL(url);
  address.username = login;
  address.password = password;
  if (await canSignIn(address.href)) return address.href;
  const isCreated = await owner
    .begin((sql) => createLogin(sql, login, password))
    .then(
      () => true,
      (error: unknown) => {
        if (sqlState(error) === '42501') return false;
        throw error;
      },
    );
  return isCreated && (await canSignIn(address.href)) ? address.href : undefined;
}

async function canSignIn(url: string): Promise<boolean> {
  const database = openDatabase(url, { max: 1, kind: 'maintenance' });
  try {
    await database`select 1`;
    return true;
  } catch (error) {
    // A wrong password, a user that a rule or a pooler does not have, a role that it may not take on.
    if (/^(28...|08P01|42501)$/.test(sqlState(error))) return false;
    throw error;
  } finally {
    await database.end({ timeout: 1 });
  }
}

async function createLogin(sql: Sql, login: string, password: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${loginLock})`;
  const found = await sql`select from pg_roles where rolname = ${login}`;
  if (found.length === 0)
    await sql`create role ${sql(login)} nosuperuser nocreatedb nocreaterole nobypassrls`;
  // As the server stores it: the password itself appears in no log.
  const verifier = pg.escapeLiteral(scramVerifier(password));
  await sql.unsafe(`alter role ${pg.escapeIdentifier(login)} login password ${verifier}`);
  await sql`grant ${sql(applicationRole)} to ${sql(login)}`;
}

/** RFC 5803; the password is ASCII, so that there is nothing to normalise. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const iterations = 4096;
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const findIdempotencyKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const serverKey = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${findIdempotencyKey}:${serverKey}`;
}
