import type { Sql } from '#database/connection.ts';
import type { PolicyPermission } from '../../policy-permissions.ts';

export interface StoredPolicy {
  secondFactor: 'OFF' | 'OFFERED' | 'REQUIRED';
  requiredFrom: Date | null;
  requiredFor: PolicyPermission[];
  deviceDays: number;
  stepUpMinutes: number;
  stepUpWithPassword: boolean;
  refundAboveMinor: number | null;
  refundCurrency: string | null;
  version: number;
}

/** Without a saved policy nothing is required (docs/decisions/0106). */
const defaultPolicy: StoredPolicy = {
  secondFactor: 'OFF',
  requiredFrom: null,
  requiredFor: [],
  deviceDays: 30,
  stepUpMinutes: 0,
  stepUpWithPassword: true,
  refundAboveMinor: null,
  refundCurrency: null,
  version: 0,
};

interface GoverningOrganisation {
  organisationId: number;
  organisationName: string;
  path: string;
  companyId: number | null;
}

/** The organisation with the policy of another: its company, or itself above companies. */
export async function findGoverningOrganisation(
  sql: Sql,
  id: number,
): Promise<GoverningOrganisation | undefined> {
  const [row] = await sql<GoverningOrganisation[]>`
    select g.id as organisation_id, g.name as organisation_name, g.path, g.company_id
    from organisation o join organisation g on g.id = coalesce(o.company_id, o.id)
    where o.id = ${id}`;
  return row;
}

export async function readPolicy(sql: Sql, organisationId: number): Promise<StoredPolicy> {
  const [row] = await sql<StoredPolicy[]>`
    select second_factor, required_from, required_for, device_days, step_up_minutes, step_up_with_password,
           refund_above_minor, refund_currency, version
    from security_policy where organisation_id = ${organisationId}`;
  return row ?? defaultPolicy;
}

/** Stores a policy over the given version. False when another request changed it in between. */
export async function writePolicy(
  sql: Sql,
  organisationId: number,
  { version, ...policy }: StoredPolicy,
): Promise<boolean> {
  const row = { organisationId, ...policy, version: version + 1 };
  const written =
    version === 0
      ? await sql`insert into security_policy ${sql([row])} on conflict (organisation_id) do nothing returning 1`
      : await sql`
          update security_policy set ${sql(row)}
          where organisation_id = ${organisationId} and version = ${version} returning 1`;
  return written.length === 1;
}
