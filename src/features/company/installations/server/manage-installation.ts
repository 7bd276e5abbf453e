import { isLabel } from '#shared/label.ts';
import { problems } from '#shared/problem.ts';
import { parseWebOrigin } from '#shared/web-origin.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import {
  insertOrganisation,
  readOrganisation,
  requireFreeName,
  updateOrganisation,
} from '#features/company/organisations/server/organisation-table.ts';
import { cleanName } from '#features/company/organisations/tree-rules.ts';
import { audit, lockParent } from '#features/company/organisations/server/manage-organisation.ts';
import { loadControls, writeControls } from '#features/fraud/risk-controls/server/risk-controls-table.ts';
import { type ThreeDSecureChoice, detectLogoType, maxLogoBytes } from '../installation.ts';
import type { InstallationContent } from '../schemas.ts';
import { insertInstallation, readInstallation, updateInstallation } from './installation-table.ts';

/*
 * Changes of installations, for the portal and for commands of the operator. The caller has parsed them with the schema of the endpoint
 * and authorised them. Each validates, writes and audits in the transaction of `sql`, and throws a Problem to refuse.
 */

/** Creates an installation of a merchant. Returns its id. */
export async function createInstallation(
  sql: TenantSql,
  by: Actor,
  merchantId: number,
  typed: InstallationContent,
): Promise<number> {
  const merchant = await lockParent(sql, merchantId);
  const { companyId } = merchant;
  if (merchant.type !== 'MERCHANT' || companyId === null)
    throw problems.invalid('body.merchantId', 'not_allowed');
  const content = normaliseInstallation(typed);
  await requireFreeName(sql, { parentId: merchantId, name: content.name });
  const organisation = await insertOrganisation(sql, {
    parent: merchant,
    type: 'INSTALLATION',
    name: content.name,
    timeZone: null,
  });
  const installationId = organisation.id;
  await insertInstallation(sql, { installationId, companyId, merchantId, content });
  await saveThreeDSecure(sql, { companyId, installationId }, content.threeDSecure, by.at);
  await audit(sql, by, 'createInstallation', organisation, { after: toAuditContent(content) });
  return installationId;
}

/** Replaces the settings of an installation. 409 for another version. */
export async function changeInstallation(
  sql: TenantSql,
  by: Actor,
  installationId: number,
  { version, ...typed }: InstallationContent & { version: number },
): Promise<void> {
  const before = await readInstallation(sql, installationId, true);
  if (!before) throw problems.notFound();
  const content = normaliseInstallation(typed);
  if (before.version !== version) throw problems.versionConflict('INSTALLATION_CHANGED');
  const { companyId, merchantId } = before;
  if (before.name !== content.name) {
    await requireFreeName(sql, { parentId: merchantId, name: content.name, except: installationId });
    const { timeZone } = await readOrganisation(sql, installationId);
    await updateOrganisation(sql, installationId, { name: content.name, timeZone });
  }
  await updateInstallation(sql, installationId, content);
  if (before.threeDSecure !== content.threeDSecure)
    await saveThreeDSecure(sql, { companyId, installationId }, content.threeDSecure, by.at);
  const organisation = { id: installationId, companyId, type: 'INSTALLATION' as const };
  const fields = Object.keys(content) as (keyof InstallationContent)[];
  const old = Object.fromEntries(fields.map((field) => [field, before[field]]));
  await audit(sql, by, 'changeInstallation', organisation, {
    before: toAuditContent({ logo: before.logo, ...old }),
    after: toAuditContent(content),
  });
}

/** 3-D Secure is a part of the risk controls. The other controls stay. */
async function saveThreeDSecure(
  sql: TenantSql,
  ids: { companyId: number; installationId: number },
  choice: ThreeDSecureChoice,
  now: Date,
): Promise<void> {
  const { version, ...controls } = await loadControls(sql, ids.companyId, ids.installationId, true);
  if (version === 0 && choice === 'OFF') return;
  const liabilityShift = choice === 'OFF' ? null : choice;
  const next = { ...controls, threeDSecure: choice !== 'OFF', liabilityShift };
  if (!(await writeControls(sql, ids, next, version, now)))
    throw problems.versionConflict('INSTALLATION_CHANGED');
}

/** Settings without repetitions, in the form in which they are stored. Throws 400. */
export function normaliseInstallation(typed: InstallationContent): InstallationContent {
  const name = cleanName(typed.name);
  if (name === '') throw problems.invalid('body.name', 'missing');
  if (!isLabel(name)) throw problems.invalid('body.name');
  const { receiptReplyTo, logo } = typed;
  if (receiptReplyTo !== null && !isMailAddress(receiptReplyTo))
    throw problems.invalid('body.receiptReplyTo');
  requireTogether(typed, 'applePayMerchantId', 'applePayCountry');
  requireTogether(typed, 'googlePayMerchantId', 'googlePayCountry');
  if (typed.googlePayName !== null && typed.googlePayMerchantId === null)
    throw problems.invalid('body.googlePayName', 'not_allowed');
  const bytes = logo === null ? undefined : Buffer.from(logo, 'base64');
  if (bytes && bytes.length > maxLogoBytes) throw problems.invalid('body.logo', 'too_large');
  if (bytes && detectLogoType(bytes) === undefined) throw problems.invalid('body.logo', 'not_allowed');
  const origins = typed.webOrigins.map((origin) => parseWebOrigin(origin) ?? '');
  return {
    ...typed,
    name,
    currencies: [...new Set(typed.currencies)],
    webOrigins: [...new Set(origins)].filter((origin) => origin !== ''),
    googlePayName: typed.googlePayName === null ? null : cleanName(typed.googlePayName) || null,
    receiptName: typed.receiptName === null ? null : cleanName(typed.receiptName) || null,
    logo: bytes ? bytes.toString('base64') : null,
  };
}

/** The country of a wallet is stored with its identifier only. */
function requireTogether(
  typed: InstallationContent,
  id: 'applePayMerchantId' | 'googlePayMerchantId',
  country: 'applePayCountry' | 'googlePayCountry',
): void {
  if ((typed[id] === null) !== (typed[country] === null))
    throw problems.invalid(`body.${country}`, typed[country] === null ? 'missing' : 'not_allowed');
}

/** For the audit: the size of the logo in place of the image. */
const toAuditContent = ({ logo, ...content }: Pick<InstallationContent, 'logo'>): object => ({
  ...content,
  logo: logo === null ? null : `${Buffer.byteLength(logo, 'base64')} bytes`,
});
