import type { TenantSql } from '#database/tenant.ts';
import type { TransactionRecord } from '#features/payments/server/pipeline/store/payment-store.ts';
import type { TransactionDetails } from '../../endpoints.ts';

/** The custom fields that the merchant sent, under the names that its company shows them by; unlisted ones as they were sent. */
export async function loadCustomFields(
  sql: TenantSql,
  row: TransactionRecord,
): Promise<TransactionDetails['customFields']> {
  const sent = row.detail.customFields ?? [];
  if (sent.length === 0) return [];
  const known = await sql<{ name: string; displayName: string }[]>`
    select descriptive_name as name, display_name from custom_field
    where company_id = ${row.companyId} and in_reporting`;
  const displayNames = new Map(known.map(({ name, displayName }) => [name, displayName]));
  return sent.map(({ name, value }) => ({ name, displayName: displayNames.get(name) ?? name, value }));
}
