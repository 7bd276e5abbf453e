import type { TenantSql } from '#database/tenant.ts';
import { isActiveCondition } from '#server/auth/inherited-state.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { Permission } from '#shared/permissions.ts';
import { loadControls } from '#features/fraud/risk-controls/server/risk-controls-table.ts';
import { type LogoType, detectLogoType } from '../installation.ts';
import type { InstallationContent, InstallationSettings, ListedInstallation } from '../schemas.ts';

/** Where the caller holds one of the permissions, for `o`, an installation, and `m`, its merchant. */
function permittedOn(sql: TenantSql, caller: Caller, names: readonly Permission[]) {
  const grants = caller.held.filter(({ name }) => names.includes(name));
  const exact = grants.map(({ scope }) => scope);
  const cascading = grants.filter(({ cascade }) => cascade).map(({ scope }) => scope);
  return sql`(o.path = any (${exact}) or m.path = any (${exact})
    or exists (select from unnest(${cascading}::text[]) as one (scope) where starts_with(o.path, one.scope || '/')))`;
}

interface Page {
  path: string;
  text: string;
  offset: number;
  pageSize: number;
}

/** A page of the installations at and below `path` that the caller may view, and their number. */
export async function listInstallations(
  sql: TenantSql,
  caller: Caller,
  { path, text, offset, pageSize }: Page,
): Promise<{ items: ListedInstallation[]; total: number }> {
  const matching = sql`
    from installation i
    join organisation o on o.id = i.installation_id
    join organisation m on m.id = i.merchant_id
    where (o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0'))
      and ${permittedOn(sql, caller, ['P_VIEW_INSTALLATION', 'P_MANAGE_INSTALLATION'])}
      and (${text} = '' or position(lower(${text}) in lower(o.name)) > 0
           or position(lower(${text}) in lower(m.name)) > 0 or i.installation_id::text = ${text})`;
  const items = await sql<ListedInstallation[]>`
    select i.installation_id, o.name, m.name as merchant_name, i.sales_channel as channel, i.currencies,
           ${isActiveCondition(sql, sql`o.path`)} as is_active
    ${matching}
    order by lower(m.name), lower(o.name), i.installation_id
    limit ${pageSize} offset ${offset}`;
  const [counted] = await sql<{ total: number }[]>`select count(*) as total ${matching}`;
  return { items, total: counted?.total ?? 0 };
}

/** Merchants at and below `path` for which the caller may create installations; at most a thousand. */
export function loadMerchantChoices(
  sql: TenantSql,
  caller: Caller,
  path: string,
): Promise<{ id: number; name: string }[]> {
  return sql<{ id: number; name: string }[]>`
    select o.id, o.name
    from organisation o join organisation m on m.id = o.id
    where o.type = 'MERCHANT' and (o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0'))
      and ${permittedOn(sql, caller, ['P_MANAGE_INSTALLATION'])}
    order by lower(o.name), o.id limit 1000`;
}

type Row = Omit<InstallationSettings, 'threeDSecure' | 'logo' | 'mayChange'> & {
  companyId: number;
  logo: Buffer | null;
};
export type StoredInstallation = Omit<InstallationSettings, 'mayChange'> & {
  companyId: number;
  /** The version of the risk controls. */
  controlsVersion: number;
};

/**
 * The settings of an installation. The version counts its changes and those of its risk controls, which hold 3-D Secure.
 * `lock` locks both until the end of the transaction. Undefined for an unknown one.
 */
export async function readInstallation(
  sql: TenantSql,
  installationId: number,
  lock = false,
): Promise<StoredInstallation | undefined> {
  const [row] = await sql<Row[]>`
    select i.installation_id, i.company_id, i.merchant_id, m.name as merchant_name, o.name, i.sales_channel as channel,
           i.currencies, i.mcc, i.supports_recurring as recurring, i.supports_instalments as instalments,
           i.fraud_guard_threshold, i.web_origins, i.default_skin as skin, i.payer_address,
           i.apple_pay_merchant_id, i.apple_pay_country,
           i.google_pay_merchant_id, i.google_pay_country, i.google_pay_name, i.logo, i.send_email_receipts as send_receipts,
           i.receipt_name, i.receipt_reply_to, o.active, not ${isActiveCondition(sql, sql`m.path`)} as is_inactive_above, i.version
    from installation i
    join organisation o on o.id = i.installation_id
    join organisation m on m.id = i.merchant_id
    where i.installation_id = ${installationId}
    ${lock ? sql`for no key update of i` : sql``}`;
  if (!row) return undefined;
  const controls = await loadControls(sql, row.companyId, installationId, lock);
  return {
    ...row,
    logo: row.logo?.toString('base64') ?? null,
    threeDSecure: controls.threeDSecure ? (controls.liabilityShift ?? 'NONE') : 'OFF',
    version: row.version + controls.version,
    controlsVersion: controls.version,
  };
}

interface LogoColumns {
  logo: Buffer | null;
  logoType: LogoType | null;
}

const toLogoColumns = ({ logo }: InstallationContent): LogoColumns => {
  if (logo === null) return { logo: null, logoType: null };
  const bytes = Buffer.from(logo, 'base64');
  return { logo: bytes, logoType: detectLogoType(bytes) ?? null };
};

/** Everything but the name and 3-D Secure. */
const toColumns = (content: InstallationContent) => ({
  mcc: content.mcc,
  currencies: content.currencies,
  salesChannel: content.channel,
  supportsRecurring: content.recurring,
  supportsInstalments: content.instalments,
  fraudGuardThreshold: content.fraudGuardThreshold,
  webOrigins: content.webOrigins,
  defaultSkin: content.skin,
  payerAddress: content.payerAddress,
  applePayMerchantId: content.applePayMerchantId,
  applePayCountry: content.applePayCountry,
  googlePayMerchantId: content.googlePayMerchantId,
  googlePayCountry: content.googlePayCountry,
  googlePayName: content.googlePayName,
  ...toLogoColumns(content),
  sendEmailReceipts: content.sendReceipts,
  receiptName: content.receiptName,
  receiptReplyTo: content.receiptReplyTo,
});

interface NewInstallation {
  installationId: number;
  companyId: number;
  merchantId: number;
  content: InstallationContent;
}

export async function insertInstallation(
  sql: TenantSql,
  { content, ...ids }: NewInstallation,
): Promise<void> {
  await sql`insert into installation ${sql([{ ...ids, ...toColumns(content) }])}`;
}

export async function updateInstallation(
  sql: TenantSql,
  installationId: number,
  content: InstallationContent,
): Promise<void> {
  const c = toColumns(content);
  await sql`
    update installation set mcc = ${c.mcc}, currencies = ${c.currencies}, sales_channel = ${c.salesChannel},
      supports_recurring = ${c.supportsRecurring}, supports_instalments = ${c.supportsInstalments},
      fraud_guard_threshold = ${c.fraudGuardThreshold}, web_origins = ${c.webOrigins}, default_skin = ${c.defaultSkin},
      payer_address = ${c.payerAddress}, apple_pay_merchant_id = ${c.applePayMerchantId}, apple_pay_country = ${c.applePayCountry},
      google_pay_merchant_id = ${c.googlePayMerchantId}, google_pay_country = ${c.googlePayCountry}, google_pay_name = ${c.googlePayName}, logo = ${c.logo}, logo_type = ${c.logoType}, send_email_receipts = ${c.sendEmailReceipts},
      receipt_name = ${c.receiptName}, receipt_reply_to = ${c.receiptReplyTo}, version = version + 1
    where installation_id = ${installationId}`;
}
