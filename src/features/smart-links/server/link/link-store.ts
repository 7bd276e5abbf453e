import type { Fragment, Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import {
  type LinkFacts,
  type LinkStatus,
  linkAttemptsAllowed,
} from '#features/hosted-sessions/link-standing.ts';
import type { SessionRequest } from '#features/hosted-sessions/session-request.ts';
import type { LinkKind } from './judge-link.ts';
import type { LinkPlace } from './link-session.ts';

export interface StoredLink extends LinkFacts, LinkPlace {
  linkId: string;
  code: string;
  kind: LinkKind;
  createdAt: Date;
  request: SessionRequest;
  currency: string;
  amountMinor: number | null;
  mailedTo: string[];
  onDeadLink: string | null;
  merchantName: string;
  installationName: string;
  txnId: number | null;
}

export async function linkById(sql: TenantSql, linkId: string): Promise<StoredLink | undefined> {
  const [link] = await sql<StoredLink[]>`select ${columns(sql)} ${joined(sql)} where l.link_id = ${linkId}`;
  return link;
}

/** For payers, who know nothing but the code. */
export async function linkByCode(sql: TenantSql, code: string): Promise<StoredLink | undefined> {
  const [link] = await sql<StoredLink[]>`select ${columns(sql)} ${joined(sql)} where l.code = ${code}`;
  return link;
}

export interface LinkPage {
  /** All of the caller's; one as a rule, whose links an index has in order. */
  companies: readonly number[];
  installations: readonly number[];
  status: LinkStatus | undefined;
  offset: number;
  pageSize: number;
  /** Counts no further. */
  most: number;
}

/** A page of links, the newest first, and how many there are. */
export async function linksOf(
  sql: TenantSql,
  { companies, installations, status, offset, pageSize, most }: LinkPage,
  now: Date,
): Promise<{ links: StoredLink[]; found: number }> {
  const chosen = sql`
    ${companies.length === 1 ? sql`l.company_id = ${companies[0] ?? 0}` : sql`l.company_id = any (${companies as number[]})`}
    and l.installation_id = any (${installations as number[]})
    ${status === undefined ? sql`` : sql`and ${statusOf(sql, now)} = ${status}`}`;
  const links = await sql<StoredLink[]>`
    select ${columns(sql)} ${joined(sql)} where ${chosen}
    order by l.created_at desc, l.link_id limit ${pageSize} offset ${offset}`;
  const [counted] = await sql<{ found: number }[]>`
    select count(*)::integer as found from (
      select 1 from smart_link l left join txn t on t.txn_id = l.txn_id and t.company_id = l.company_id
      where ${chosen} limit ${most + 1}) as counted`;
  return { links, found: counted?.found ?? 0 };
}

/** What linkStatusOf tells, where rows are chosen by it. */
export function statusOf(sql: Sql, now: Date): Fragment {
  return sql`case
    when l.link_usage = 'SINGLE' and t.txn_status in ('SUCCESS', 'VOIDED') then 'USED'
    when l.cancelled_at is not null then 'CANCELLED'
    when l.link_usage = 'SINGLE' and t.txn_status like 'SUSPENDED%' then 'ACTIVATED'
    when l.expires_at <= ${now} then 'EXPIRED'
    when l.link_usage = 'SINGLE' and l.attempts >= ${linkAttemptsAllowed} then 'DEACTIVATED'
    else 'ACTIVATED' end`;
}

const joined = (sql: Sql): Fragment => sql`
  from smart_link l
  join organisation o on o.id = l.installation_id
  join organisation m on m.id = l.merchant_id
  left join txn t on t.txn_id = l.txn_id and t.company_id = l.company_id`;

const columns = (sql: Sql): Fragment => sql`
  l.link_id as "linkId", l.code, l.kind, l.link_usage as usage, l.company_id as "companyId",
  l.merchant_id as "merchantId", l.installation_id as "installationId", l.created_at as "createdAt",
  l.expires_at as "expiresAt", l.cancelled_at as "cancelledAt", l.request, l.ccy_code as currency,
  l.amount_minor as "amountMinor", l.attempts, l.mailed_to as "mailedTo", l.on_dead_link as "onDeadLink",
  l.txn_id as "txnId",
  t.txn_status as "transactionStatus", m.name as "merchantName", o.name as "installationName"`;
