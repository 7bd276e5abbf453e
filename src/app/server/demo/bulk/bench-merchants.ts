import { features } from '#contract/permissions.ts';
import type { Sql } from '#database/connection.ts';
import { type Shop, trades } from '../demo-shops.ts';

export const benchCompany = 2000;
const merchants = 1000;
const branches = 10;
const firstMerchant = 20_001;
const firstInstallation = 5_400_001;
const kinds = Object.values(trades);
const currencies = ['GBP', 'GBP', 'EUR', 'USD'];

/** A thousand merchants of which a few have most of the trade (Zipf), made where they are missing. */
export async function benchMerchants(sql: Sql, payments: number): Promise<Shop[]> {
  const [domain] = await sql`select 1 from organisation where id = 1000`;
  const root = domain ? '/1000' : '';
  const path = `${root}/${benchCompany}`;
  const shops = Array.from({ length: merchants }, (_, rank) => shopOf(rank, path, payments));
  const [made] = await sql`select 1 from organisation where id = ${firstInstallation + merchants - 1}`;
  if (!made) await makeOrganisations(sql, shops, domain ? 1000 : null, path);
  return shops;
}

function shopOf(rank: number, path: string, payments: number): Shop {
  const merchantId = firstMerchant + rank;
  const trade = kinds[rank % kinds.length] ?? trades.coffee;
  const share = 1 / (rank + 1);
  return {
    installationId: firstInstallation + rank,
    merchantId,
    companyId: benchCompany,
    merchantName: `Bench Merchant ${String(rank + 1).padStart(4, '0')}`,
    merchantPath: `${path}/${branchOf(rank)}/${merchantId}`,
    channel: rank % 7 === 6 ? 'MOTO' : 'WEB',
    currencies,
    trade,
    share,
    // About eight payments a customer: the shares of a thousand merchants sum to 7.5.
    customers: Math.min(900_000, Math.max(20, Math.ceil((payments * share) / 60))),
  };
}

const branchOf = (rank: number): number => benchCompany + 1 + (rank % branches);

async function makeOrganisations(
  sql: Sql,
  shops: readonly Shop[],
  parent: number | null,
  path: string,
): Promise<void> {
  const make = (
    type: string,
    rows: readonly { id: number; name: string; parent_id: number | null; path: string }[],
  ) => sql`
    insert into organisation ${sql(rows.map((row) => ({ ...row, type, company_id: benchCompany })))} on conflict (id) do nothing`;
  await make('GROUP', [{ id: benchCompany, name: 'Bench Group', parent_id: parent, path }]);
  await make(
    'BRANCH',
    Array.from({ length: branches }, (_, branch) => {
      const id = branchOf(branch);
      return { id, name: `Bench Branch ${branch + 1}`, parent_id: benchCompany, path: `${path}/${id}` };
    }),
  );
  await make(
    'MERCHANT',
    shops.map((shop, rank) => ({
      id: shop.merchantId,
      name: shop.merchantName,
      parent_id: branchOf(rank),
      path: shop.merchantPath,
    })),
  );
  await make(
    'INSTALLATION',
    shops.map((shop) => ({
      id: shop.installationId,
      name: `${shop.merchantName} ${shop.channel}`,
      parent_id: shop.merchantId,
      path: `${shop.merchantPath}/${shop.installationId}`,
    })),
  );
  for (const shop of shops) {
    await sql`
      insert into installation (installation_id, company_id, merchant_id, mcc, currencies, sales_channel)
      values (${shop.installationId}, ${benchCompany}, ${shop.merchantId}, '5999',
              ${[...new Set(shop.currencies)]}, ${shop.channel})
      on conflict do nothing`;
  }
  await sql`
    insert into organisation_feature (organisation_id, feature)
    select ${benchCompany}, unnest(${features as unknown as string[]}::text[]) on conflict do nothing`;
}
