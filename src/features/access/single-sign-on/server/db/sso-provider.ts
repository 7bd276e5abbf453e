import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { EmailClaim } from '../../email-claims.ts';
import { addMs, minuteMs } from '#server/clock.ts';

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
