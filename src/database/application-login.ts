import { sqlState } from './sql-state.ts';
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Database, Sql } from './connection.ts';
import { type Pooler, applicationRole, openDatabase, pooledLimits } from './open-database.ts';

/** Any constant: processes that start together take turns. */
const loginLock = 7_310_443;

const jobLogin = (login: string): string => `${login}_job`;

/** The kinds of work with a login of their own at a pooler. */
type PooledWork = keyof typeof pooledLimits;

/**
 * The address by which the processes sign in: with a login that has the application's role only, so that leaving the role
 * (`reset role`) gains nothing. The owner creates it where it is missing. Undefined where the owner cannot create a login,
 * or the server rejects it.
 */
export async function prepareApplicationUrl(
  owner: Database,
  url: string,
  secret: LoginSecret,
): Promise<string | undefined> {
  const { login } = await findLogin(owner, secret.generation);
  return prepareLogin(owner, url, login, secret.password);
}

/**
 * The addresses of a pooler: a login for each kind of work, which brings role and time limit, because a pooler drops the
 * options of a connection and lends its sessions to others. Undefined where the owner cannot create logins. Throws
 * DatabaseUnavailable when the pooler does not let them in, or without their settings.
 */
export async function preparePoolerUrls(
  owner: Database,
  { url, poolerUrl, pooler }: { url: string; poolerUrl: string; pooler: Pooler },
  { password, generation }: LoginSecret,
): Promise<Readonly<Record<PooledWork, string>> | undefined> {
  const { login, database } = await findLogin(owner, generation);
  const logins = { interactive: login, job: jobLogin(login) };
  for (const [work, name] of Object.entries(logins) as [PooledWork, string][]) {
    if (!(await prepareLogin(owner, url, name, password))) return undefined;
    const change = `alter role ${name} in database ${pg.escapeIdentifier(database)} set`;
    await owner.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(${loginLock})`;
      await sql.unsafe(`${change} role = ${applicationRole}`);
      await sql.unsafe(`${change} statement_timeout = ${pooledLimits[work]}`);
    });
  }
  const urls = {
    interactive: withLogin(poolerUrl, logins.interactive, password),
    job: withLogin(poolerUrl, logins.job, password),
  };
  // Twice: behind a pooler without prepared statements the second session finds the statement of the first.
  for (const address of [urls.interactive, urls.interactive, urls.job]) await signIn(address, pooler);
  return urls;
}

export interface LoginSecret {
  password: string;
  /** Of the root secret that the password is derived from. Each has a login of its own, so that programs of both sign in. */
  generation: number;
}

/** Roles belong to the whole server, which may hold other installations with other passwords. */
async function findLogin(owner: Sql, generation: number): Promise<{ login: string; database: string }> {
  const [row] = await owner<{ name: string }[]>`select current_database() as name`;
  const database = row?.name ?? '';
  const id = createHash('sha256').update(database).digest('hex').slice(0, 12);
  return { login: `${applicationRole}_${id}${generation === 1 ? '' : `_${generation}`}`, database };
}

async function prepareLogin(
  owner: Database,
  url: string,
  login: string,
  password: string,
): Promise<string | undefined> {
  const address = withLogin(url, login, password);
  if (await canSignIn(address)) return address;
  const isCreated = await owner
    .begin((sql) => createLogin(sql, login, password))
    .then(
      () => true,
      (error: unknown) => {
        if (sqlState(error) === '42501') return false;
        throw error;
      },
    );
  return isCreated && (await canSignIn(address)) ? address : undefined;
}

function withLogin(url: string, login: string, password: string): string {
  const address = new URL(url);
  address.username = login;
  address.password = password;
  return address.href;
}

/** Closes the logins of earlier generations, which no program uses any more. A role that the owner may not change stays. */
export async function closeEarlierLogins(owner: Database, generation: number): Promise<void> {
  for (let earlier = 1; earlier < generation; earlier += 1) {
    const { login } = await findLogin(owner, earlier);
    for (const name of [login, jobLogin(login)]) await closeLogin(owner, name);
  }
}

async function closeLogin(owner: Database, login: string): Promise<void> {
  const open = await owner`select from pg_roles where rolname = ${login} and rolcanlogin`;
  if (open.length === 0) return;
  await owner.unsafe(`alter role ${pg.escapeIdentifier(login)} nologin`).catch((error: unknown) => {
    if (sqlState(error) !== '42501') throw error;
  });
}

async function canSignIn(url: string): Promise<boolean> {
  try {
    await signIn(url);
    return true;
  } catch (error) {
    // A wrong password, a user that a rule or a pooler does not have, a role that it may not take on.
    if (/^(28...|08P01|42501)$/.test(sqlState(error))) return false;
    throw error;
  }
}

async function signIn(url: string, pooler?: Pooler): Promise<void> {
  const database = openDatabase(url, { max: 1, kind: pooler ? 'interactive' : 'maintenance', pooler });
  try {
    await database`select 1`;
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
