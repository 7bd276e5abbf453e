import type { TenantSql } from '#database/tenant.ts';
import type { AutoAddConfig, ExpiryUnit, SourceType, TargetType } from '../../auto-add.ts';

interface Row {
  sourceTypes: SourceType[];
  targetTypes: TargetType[];
  active: boolean;
  expiryValue: number | null;
  expiryPeriodicity: ExpiryUnit | null;
}

const none: AutoAddConfig = { sourceTypes: [], targetTypes: [], active: false, expiry: null };

/** A company that has set nothing adds nothing. */
export async function readAutoAdd(sql: TenantSql, companyId: number): Promise<AutoAddConfig> {
  const [row] = await sql<Row[]>`
    select source_types, target_types, active, expiry_value, expiry_periodicity
    from fraud_auto_add where company_id = ${companyId}`;
  if (!row) return none;
  const { expiryValue, expiryPeriodicity, ...config } = row;
  const isPeriod = expiryValue !== null && expiryPeriodicity !== null;
  return { ...config, expiry: isPeriod ? { value: expiryValue, expiryPeriodicity } : null };
}

export async function writeAutoAdd(
  sql: TenantSql,
  companyId: number,
  config: AutoAddConfig,
  now: Date,
): Promise<void> {
  const row = {
    companyId,
    sourceTypes: config.sourceTypes,
    targetTypes: config.targetTypes,
    active: config.active,
    expiryValue: config.expiry?.value ?? null,
    expiryPeriodicity: config.expiry?.expiryPeriodicity ?? null,
    updatedAt: now,
  };
  await sql`
    insert into fraud_auto_add as a ${sql([row])}
    on conflict (company_id) do update set
      source_types = excluded.source_types, target_types = excluded.target_types, active = excluded.active,
      expiry_value = excluded.expiry_value, expiry_periodicity = excluded.expiry_periodicity,
      version = a.version + 1, updated_at = excluded.updated_at`;
}
