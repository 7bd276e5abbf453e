import { features } from '#shared/permissions.ts';
import type { Sql } from '#database/connection.ts';
import { createStandardLists } from '#features/fraud/fraud-lists/server/standard-lists.ts';
import { type Merchant, industries } from '../demo-merchants.ts';

export const benchCompany = 2000;
const merchants = 1000;
const branches = 10;
const firstMerchant = 20_001;
const firstInstallation = 5_400_001;
const kinds = Object.values(industries);
const currencies = ['GBP', 'GBP', 'EUR', 'USD'];

/** Adds a thousand merchants with a Zipf distribution of payments, where missing. */
export async function createBenchMerchants(sql: Sql, payments: number): Promise<Merchant[]> {
  const [domain] = await sql`select 1 from organisation where id = 1000`;
  const root = domain ? '/1000' : '';
  const path = `${root}/${benchCompany}`;
  const merchantRows = Array.from({ length: merchants }, (_, rank) => buildMerchant(rank, path, payments));
  const [existing] = await sql`select 1 from organisation where id = ${firstInstallation + merchants - 1}`;
  if (!existing) await insertOrganisations(sql, merchantRows, domain ? 1000 : null, path);
  await createStandardLists(sql, benchCompany, new Date());
  return merchantRows;
}

function buildMerchant(rank: number, path: string, payments: number): Merchant {
  const merchantId = firstMerchant + rank;
  const industry = kinds[rank % kinds.length] ?? industries.coffee;
  const share = 1 / (rank + 1);
  return {
    installationId: firstInstallation + rank,
    merchantId,
    companyId: benchCompany,
    merchantName: `Bench Merchant ${String(rank + 1).padStart(4, '0')}`,
    merchantPath: `${path}/${branchId(rank)}/${merchantId}`,
    channel: rank % 7 === 6 ? 'MOTO' : 'WEB',
    currencies,
    industry,
    share,
    // About eight payments per customer: the shares of a thousand merchants sum to 7.5.
    customers: Math.min(900_000, Math.max(20, Math.ceil((payments * share) / 60))),
  };
}

const branchId = (rank: number): number => benchCompany + 1 + (rank % branches);

async function insertOrganisations(
  sql: Sql,
  merchantRows: readonly Merchant[],
  parent: number | null,
  path: string,
): Promise<void> {
  const buildRows = (
    type: string,
    rows: readonly { id: number; name: string; parentId: number | null; path: string }[],
  ) => sql`
    insert into organisation ${sql(rows.map((row) => ({ ...row, type, companyId: benchCompany })))} on conflict (id) do nothing`;
  await buildRows('GROUP', [{ id: benchCompany, name: 'Bench Group', parentId: parent, path }]);
  await buildRows(
    'BRANCH',
    Array.from({ length: branches }, (_, branch) => {
      const id = branchId(branch);
      return { id, name: `Bench Branch ${branch + 1}`, parentId: benchCompany, path: `${path}/${id}` };
    }),
  );
  await buildRows(
    'MERCHANT',
    merchantRows.map((merchant, rank) => ({
      id: merchant.merchantId,
      name: merchant.merchantName,
      parentId: branchId(rank),
      path: merchant.merchantPath,
    })),
  );
  await buildRows(
    'INSTALLATION',
    merchantRows.map((merchant) => ({
      id: merchant.installationId,
      name: `${merchant.merchantName} ${merchant.channel}`,
      parentId: merchant.merchantId,
      path: `${merchant.merchantPath}/${merchant.installationId}`,
    })),
  );
  for (const merchant of merchantRows) {
    await sql`
      insert into installation (installation_id, company_id, merchant_id, mcc, currencies, sales_channel)
      values (${merchant.installationId}, ${benchCompany}, ${merchant.merchantId}, '5999',
              ${[...new Set(merchant.currencies)]}, ${merchant.channel})
      on conflict do nothing`;
  }
  await sql`
    insert into organisation_feature (organisation_id, feature)
    select ${benchCompany}, unnest(${features as unknown as string[]}::text[]) on conflict do nothing`;
}
