import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { EmailClaim } from '../../email-claims.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { TestView } from '../../schemas.ts';

export interface StoredProvider {
  companyId: number;
  issuer: string;
  clientId: string;
  sealedSecret: Buffer;
  /** The claim that has the user's email. */
  emailClaim: EmailClaim;
  isRequired: boolean;
  /** The user who allows provisioned users to connect by their email; null: they connect their accounts themselves. */
  connectsBy: string | null;
  /** The last change of issuer, client id, secret or email claim. */
  changedAt: Date;
  version: number;
}

/** `lock`: until the end of the transaction. */
export async function loadProvider(
  sql: TenantSql,
  companyId: number,
  lock = false,
): Promise<StoredProvider | undefined> {
  const [row] = await sql<StoredProvider[]>`
    select company_id, issuer, client_id, sealed_secret, email_claim, is_required, connects_by, changed_at, version
    from sso_provider where company_id = ${companyId} ${lock ? sql`for update` : sql``}`;
  return row;
}

/** Stores a provider over the given version; 0: the first. False when another request changed it in between. */
export async function writeProvider(
  sql: TenantSql,
  { version, ...provider }: StoredProvider,
): Promise<boolean> {
  const row = { ...provider, version: version + 1 };
  const written =
    version === 0
      ? await sql`insert into sso_provider ${sql([row])} on conflict (company_id) do nothing returning 1`
      : await sql`
          update sso_provider set ${sql(row)}
          where company_id = ${provider.companyId} and version = ${version} returning 1`;
  return written.length === 1;
}

/** The mapping and the tests go with it. */
export async function deleteProvider(sql: TenantSql, companyId: number): Promise<void> {
  await sql`delete from sso_provider where company_id = ${companyId}`;
}

/** Uses the state of a started sign-in up. False when it was used before. */
export async function useState(sql: Sql, stateHash: Buffer, now: Date): Promise<boolean> {
  const used = await sql`
    insert into sso_used_state (state_hash, expires_at) values (${stateHash}, ${addMs(now, 60 * minuteMs)})
    on conflict (state_hash) do nothing returning 1`;
  return used.length === 1;
}

/** The cookies of these states have expired. */
export async function deleteOldStates(sql: Sql, now: Date): Promise<void> {
  await sql`delete from sso_used_state where expires_at <= ${now}`;
}

export interface StoredDomain {
  domain: string;
  token: string;
  verifiedAt: Date | null;
}

export function listDomains(sql: Sql, companyId: number): Promise<StoredDomain[]> {
  return sql<StoredDomain[]>`
    select domain, token, verified_at from sso_domain where company_id = ${companyId} order by domain limit 100`;
}

/** The company that has verified a domain. */
export async function findDomainOwner(sql: Sql, domain: string): Promise<number | undefined> {
  const [row] = await sql<{ companyId: number }[]>`
    select company_id from sso_domain where domain = ${domain} and verified_at is not null`;
  return row?.companyId;
}

/** False when the company has the domain already. */
export async function insertDomain(
  sql: Sql,
  { companyId, domain, token }: { companyId: number; domain: string; token: string },
): Promise<boolean> {
  const inserted = await sql`
    insert into sso_domain (company_id, domain, token) values (${companyId}, ${domain}, ${token})
    on conflict (company_id, domain) do nothing returning 1`;
  return inserted.length === 1;
}

/** Fails with a duplicate key when another company has verified it. */
export async function markVerified(
  sql: Sql,
  { companyId, domain, now }: { companyId: number; domain: string; now: Date },
): Promise<true> {
  await sql`
    update sso_domain set verified_at = ${now}
    where company_id = ${companyId} and domain = ${domain} and verified_at is null`;
  return true;
}

export async function deleteDomain(
  sql: Sql,
  companyId: number,
  domain: string,
): Promise<StoredDomain | undefined> {
  const [deleted] = await sql<StoredDomain[]>`
    delete from sso_domain where company_id = ${companyId} and domain = ${domain}
    returning domain, token, verified_at`;
  return deleted;
}

export type TestResult = Omit<TestView, 'at' | 'isCurrent' | 'problem'>;

export interface StoredTest {
  at: Date;
  problem: TestView['problem'];
  result: TestResult;
}

export async function loadTest(
  sql: TenantSql,
  companyId: number,
  userId: string,
): Promise<StoredTest | undefined> {
  const [row] = await sql<StoredTest[]>`
    select at, problem, result from sso_test where company_id = ${companyId} and user_id = ${userId}`;
  return row;
}

export async function storeTest(
  sql: TenantSql,
  { companyId, userId }: { companyId: number; userId: string },
  { at, problem, result }: StoredTest,
): Promise<void> {
  await sql`
    insert into sso_test (company_id, user_id, at, problem, result)
    values (${companyId}, ${userId}, ${at}, ${problem}, ${sql.json({ ...result })})
    on conflict (company_id, user_id) do update set
      at = excluded.at, problem = excluded.problem, result = excluded.result`;
}
