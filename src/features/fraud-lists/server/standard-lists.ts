import type { Sql } from '#database/connection.ts';
import { type StandardField, standardFields } from '../standard-lists.ts';

const fieldNames: Readonly<Record<StandardField, string>> = {
  cardCorrelationId: 'card',
  customerEmail: 'email',
  customerIpAddress: 'IP address',
  customerTelephone: 'phone',
  billingPostcode: 'billing postcode',
  normalisedAddress: 'billing address',
};

const kinds = [
  ['NEGATIVE', 'Block list'],
  ['POSITIVE', 'Allow list'],
] as const;

/**
 * Creates the block list and the allow list of each field for a new company, where missing. The transaction must see
 * the company.
 */
export async function createStandardLists(sql: Sql, companyId: number, now: Date): Promise<void> {
  const audit = {
    createdBy: 'system',
    createdAt: now,
    lastUpdatedBy: 'system',
    lastUpdatedAt: now,
    lastAction: 'CREATE',
  };
  const rows = kinds.flatMap(([kind, kindName]) =>
    standardFields.map((dataField) => ({
      companyId,
      organisationId: companyId,
      kind,
      name: `${kindName}: ${fieldNames[dataField]}`,
      description: '',
      dataField,
      active: true,
      ...audit,
    })),
  );
  await sql`insert into fraud_list ${sql(rows)} on conflict do nothing`;
}
