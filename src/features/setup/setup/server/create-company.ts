import { features } from '#shared/permissions.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { maxInstallationName } from '#features/company/installations/installation.ts';
import { newInstallation } from '#features/company/installations/new-installation.ts';
import { createInstallation } from '#features/company/installations/server/manage-installation.ts';
import {
  createOrganisation,
  setFeatures,
} from '#features/company/organisations/server/manage-organisation.ts';
import { cleanName } from '#features/company/organisations/tree-rules.ts';
import type { NewCompany } from '../schemas.ts';

interface CreatedCompany {
  companyId: number;
  merchantId: number;
  installationId: number;
}

/**
 * Creates a company with all features, its merchant of the same name, and the installation of its web shop, ready to take a
 * payment. Throws as the creation of each of them does.
 */
export async function createReadyCompany(
  sql: TenantSql,
  by: Actor,
  { parentId, name, timeZone, currency, mcc }: NewCompany & { parentId: number },
): Promise<CreatedCompany> {
  const company = await createOrganisation(sql, by, { parentId, type: 'GROUP', name, timeZone });
  const { id: companyId, version } = company;
  await setFeatures(sql, by, { id: companyId, version, features });
  const merchant = await createOrganisation(sql, by, {
    parentId: companyId,
    type: 'MERCHANT',
    name,
    timeZone: null,
  });
  const installationId = await createInstallation(sql, by, merchant.id, {
    ...newInstallation,
    name: webShopName(name),
    currencies: [currency],
    mcc,
  });
  return { companyId, merchantId: merchant.id, installationId };
}

const webShopName = (name: string): string => {
  const suffix = ' web';
  return `${cleanName(name)
    .slice(0, maxInstallationName - suffix.length)
    .trim()}${suffix}`;
};
