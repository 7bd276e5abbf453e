import type { TenantSql } from '#database/tenant.ts';
import type { SecretStatus } from './sign-notification.ts';

export type StoredSecret = SecretStatus & { rotatedAt: Date | null };

/** Version 0 until the first renewal. */
export async function loadSecretStatus(
  sql: TenantSql,
  companyId: number,
  installationId: number,
): Promise<StoredSecret> {
  const [row] = await sql<StoredSecret[]>`
    select version, rotated_at, previous_until, key_generation, previous_generation from notification_secret
    where company_id = ${companyId} and installation_id = ${installationId}`;
  return row ?? { version: 0, rotatedAt: null, previousUntil: null, keyGeneration: 1, previousGeneration: 1 };
}

/** Makes the version after `currentVersion` the signing one. Undefined after a concurrent renewal. */
export async function rotateSecret(
  sql: TenantSql,
  installation: { companyId: number; installationId: number; keyGeneration: number },
  currentVersion: number,
  previousUntil: Date,
  now: Date,
): Promise<StoredSecret | undefined> {
  // The first renewal inserts the row. A conflict means that a concurrent one was first.
  const [row] = await sql<StoredSecret[]>`
    insert into notification_secret as s (company_id, installation_id, version, rotated_at, previous_until, key_generation)
    select ${installation.companyId}, ${installation.installationId}, ${currentVersion + 1}, ${now}, ${previousUntil},
           ${installation.keyGeneration}
    where ${currentVersion} = 0 or exists (
      select from notification_secret
      where company_id = ${installation.companyId} and installation_id = ${installation.installationId})
    on conflict (company_id, installation_id) do update
      set version = excluded.version, rotated_at = excluded.rotated_at, previous_until = excluded.previous_until,
          previous_generation = s.key_generation, key_generation = excluded.key_generation
      where s.version = ${currentVersion}
    returning version, rotated_at, previous_until, key_generation, previous_generation`;
  return row;
}

/** The response of the endpoints, without an overlap that has ended. */
export function toSecretStatusView({ version, rotatedAt, previousUntil }: StoredSecret, now: Date) {
  const isOpen = previousUntil !== null && now < previousUntil;
  return {
    version,
    rotatedAt: rotatedAt?.toISOString() ?? null,
    previousValidUntil: isOpen ? previousUntil.toISOString() : null,
  };
}
