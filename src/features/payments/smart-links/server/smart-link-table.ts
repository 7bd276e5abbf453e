import { lockLink } from '#features/payments/hosted-sessions/server/hosted-session-table.ts';
import { problems } from '#shared/problem.ts';
import { canonicalEmail } from '#shared/email-address.ts';
import type { Fragment, Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import {
  type LinkState,
  type LinkStateFacts,
  type LinkStatus,
  linkAttemptsAllowed,
} from '#shared/payments/link-status.ts';
import { closedStatuses } from '#shared/payments/review-task.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { type TestClock, testClockColumn } from '#server/time/test-clock.ts';
import type { SessionRequest } from '#features/payments/hosted-sessions/session-request.ts';
import type { LinkKind } from './link/validate-link.ts';
import type { LinkOwner } from './link/link-session.ts';

export interface StoredLink extends LinkStateFacts, LinkOwner {
  linkId: string;
  batchId: string;
  code: string;
  kind: LinkKind;
  createdAt: Date;
  request: SessionRequest;
  currency: string;
  amountMinor: number | null;
  mailedTo: string[];
  onDeadLink: string | null;
  thankYou: string | null;
  merchantName: string;
  installationName: string;
  txnId: number | null;
  /** Of the latest attempt. */
  transactionType: string | null;
  attemptMinor: number | null;
  /** The reason code of the latest attempt. */
  reasonCode: string | null;
  /** The processor's code for the latest attempt, and the scheme of its card. */
  statusCode: string | null;
  scheme: string | null;
  /** Mastercard's merchant advice code. */
  adviceCode: string | null;
  attemptedAt: Date | null;
  paidMinor: number;
  refundedMinor: number;
  lastPaidAt: Date | null;
  /** Of the email or reminder sent last. */
  mailedAt: Date | null;
  remindDaysBefore: number | null;
  remindAt: Date | null;
  remindedAt: Date | null;
}

export async function findLinkById(sql: TenantSql, linkId: string): Promise<StoredLink | undefined> {
  const [link] = await sql<
    StoredLink[]
  >`select ${linkColumns(sql)} ${fromLinks(sql)} where l.link_id = ${linkId}`;
  return link;
}

/** A link, locked until the end of the transaction and as the previous holder of the lock has left it. Throws 404. */
export async function lockStoredLink(sql: TenantSql, linkId: string): Promise<StoredLink> {
  await lockLink(sql, linkId);
  const link = await findLinkById(sql, linkId);
  if (!link) throw problems.notFound();
  return link;
}

/** What an event about a link names. */
export const auditedLink = ({ companyId, installationId, linkId }: StoredLink) => ({
  companyId,
  organisationId: installationId,
  objectKind: 'smartLink',
  objectId: linkId,
});

/** Finds a link for a payer, by its code alone. */
export async function findLinkByCode(
  sql: TenantSql,
  code: string,
): Promise<(StoredLink & { testClock: TestClock | null }) | undefined> {
  const [link] = await sql<(StoredLink & { testClock: TestClock | null })[]>`
    select ${linkColumns(sql)}, ${testClockColumn(sql, sql`l.company_id`)} as test_clock
    ${fromLinks(sql)} where l.code = ${code}`;
  return link;
}

export interface LinkSearch {
  /** The caller's tenants. A single tenant uses the index by time. */
  tenantIds: readonly number[];
  installations: readonly number[];
  status?: LinkStatus;
  state?: LinkState;
  reference?: string;
  emailAddress?: string;
  amountMinor?: number;
  createdFrom?: Date;
  createdTo?: Date;
  /** Excluded. */
  expiresTo?: Date;
  batchId?: string;
}

interface LinkPage extends LinkSearch {
  offset: number;
  pageSize: number;
  /** The maximum of the count. */
  maxFound: number;
}

/** A page of links, newest first, and their number. */
export async function listLinks(
  sql: TenantSql,
  page: LinkPage,
  now: Date,
): Promise<{ links: StoredLink[]; found: number }> {
  const links = await sql<StoredLink[]>`${pageFragment(sql, page, now)}`;
  const [count] = await sql<{ found: number }[]>`${countFragment(sql, page, now)}`;
  return { links, found: count?.found ?? 0 };
}

export function pageFragment(sql: Sql, page: LinkPage, now: Date): Fragment {
  return sql`
    select ${linkColumns(sql)} ${fromLinks(sql)} where ${linkConditions(sql, page, now)}
    order by l.created_at desc, l.link_id limit ${page.pageSize} offset ${page.offset}`;
}

/** The next links after one, newest first. The report reads its batches with it. */
export function listLinksAfter(
  sql: TenantSql,
  search: LinkSearch,
  after: (Pick<StoredLink, 'linkId'> & { place: string }) | undefined,
  limit: number,
  now: Date,
): Promise<(StoredLink & { place: string })[]> {
  const afterCursor = after
    ? sql`and (l.created_at < ${after.place}::timestamptz
        or (l.created_at = ${after.place}::timestamptz and l.link_id > ${after.linkId}))`
    : sql``;
  return sql<(StoredLink & { place: string })[]>`
    select ${linkColumns(sql)}, to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place ${fromLinks(sql)}
    where ${linkConditions(sql, search, now)} ${after ? sql`and l.created_at <= ${after.place}::timestamptz` : sql``} ${afterCursor}
    order by l.created_at desc, l.link_id limit ${limit}`;
}

export function countFragment(sql: Sql, page: LinkPage, now: Date): Fragment {
  return sql`
    select count(*)::integer as found from (
      select 1 from smart_link l left join txn t on t.txn_id = l.txn_id and t.company_id = l.company_id
      where ${linkConditions(sql, page, now)} limit ${page.maxFound + 1}) as counted`;
}

/** The times (at) at which open links expire, the next first. */
export const expiringLinks = (sql: TenantSql, search: LinkSearch, now: Date): Fragment => sql`
  select l.expires_at as at from smart_link l left join txn t on t.txn_id = l.txn_id and t.company_id = l.company_id
  where ${linkConditions(sql, { ...search, status: 'ACTIVATED' }, now)} order by l.expires_at`;

function linkConditions(sql: Sql, search: LinkSearch, now: Date): Fragment {
  const { tenantIds, installations, status, state, reference, emailAddress, amountMinor } = search;
  const { createdFrom, createdTo, expiresTo, batchId } = search;
  const [company = 0] = tenantIds;
  const [installation = 0] = installations;
  // The index of an installation is by time. A status has a separate index, by company.
  const isOne =
    installations.length === 1 && status === undefined && state === undefined && search.batchId === undefined;
  return sql`
    ${tenantIds.length === 1 ? sql`l.company_id = ${company}` : sql`l.company_id = any (${tenantIds as number[]})`}
    ${isOne ? sql`and l.installation_id = ${installation}` : sql`and l.installation_id = any (${installations as number[]})`}
    ${reference === undefined ? sql`` : sql`and l.reference_key = lower(${reference})`}
    ${emailAddress === undefined ? sql`` : sql`and l.email_key = any (${[emailAddress.trim().toLowerCase(), canonicalEmail(emailAddress)]})`}
    ${amountMinor === undefined ? sql`` : sql`and l.search_minor = ${amountMinor}`}
    ${createdFrom === undefined ? sql`` : sql`and l.created_at >= ${createdFrom}`}
    ${createdTo === undefined ? sql`` : sql`and l.created_at <= ${createdTo}`}
    ${expiresTo === undefined ? sql`` : sql`and l.expires_at < ${expiresTo}`}
    ${batchId === undefined ? sql`` : sql`and l.batch_id = ${batchId}::uuid`}
    ${status === undefined ? sql`` : sql`and ${hasStatus(sql, status, now)}`}
    ${state === undefined ? sql`` : sql`and ${hasState(sql, state, now)}`}`;
}

/** A literal, because a parameter would keep the planner from using the partial index. */
const maxAttempts = (sql: Sql): Fragment => sql.unsafe(String(linkAttemptsAllowed));

/** How long an attempt may last beyond the expiry of its link, unless its result is unknown. */
const maxAttemptMs = dayMs;

/**
 * linkStatus as an SQL condition. Each begins with the predicate of a partial index, so that a page of rare links never
 * reads past the many of another status (docs/decisions/0088).
 */
export function hasStatus(sql: Sql, status: LinkStatus, now: Date): Fragment {
  const isOpen = sql`l.used_at is null and l.cancelled_at is null`;
  const hasTooManyAttempts = sql`(l.link_usage = 'SINGLE' and l.attempts >= ${maxAttempts(sql)})`;
  const isBusy = sql`(l.link_usage = 'SINGLE' and coalesce(t.txn_status like 'SUSPENDED%', false))`;
  switch (status) {
    case 'USED':
      return sql`l.used_at is not null`;
    case 'CANCELLED':
      return sql`l.cancelled_at is not null and l.used_at is null`;
    case 'EXPIRED':
      return sql`${isOpen} and l.expires_at <= ${now} and (${hasTooManyAttempts} or not ${isBusy})`;
    case 'DEACTIVATED':
      return sql`${isOpen} and ${hasTooManyAttempts} and l.expires_at > ${now}`;
    default:
      return sql`
        ${isOpen} and not ${hasTooManyAttempts} and l.expires_at > ${addMs(now, -maxAttemptMs)}
        and (${isBusy} or l.expires_at > ${now})`;
  }
}

/** linkState as an SQL condition, beginning with the predicate of a partial index. */
export function hasState(sql: Sql, state: LinkState, now: Date): Fragment {
  const isWaiting = sql`(l.link_usage = 'SINGLE' and coalesce(t.txn_status like 'SUSPENDED%', false))`;
  const isUnpaid = (status: LinkStatus) => sql`${hasStatus(sql, status, now)} and l.pay_state is null`;
  switch (state) {
    case 'AUTHORISED':
      return sql`l.pay_state = 'AUTHORISED' and not ${isInReview(sql)}`;
    case 'IN_REVIEW':
      return sql`l.pay_state = 'AUTHORISED' and ${isInReview(sql)}`;
    case 'PAID':
    case 'PARTLY_REFUNDED':
    case 'REFUNDED':
    case 'RELEASED':
      return sql`l.pay_state = ${state}`;
    case 'OPEN':
      return sql`${isUnpaid('ACTIVATED')} and not ${isWaiting} and l.opened_at is null`;
    case 'OPENED':
      return sql`${isUnpaid('ACTIVATED')} and not ${isWaiting} and l.opened_at is not null`;
    case 'PROCESSING':
      return sql`${isUnpaid('ACTIVATED')} and ${isWaiting}`;
    default:
      return isUnpaid(state);
  }
}

/** A reviewer decides about the latest attempt. */
const isInReview = (sql: Sql): Fragment => sql`
  exists (
    select from queue_task q
    where q.company_id = t.company_id and q.txn_id = t.txn_id and q.status not in ${sql([...closedStatuses])})`;

const fromLinks = (sql: Sql): Fragment => sql`
  from smart_link l
  join organisation o on o.id = l.installation_id
  join organisation m on m.id = l.merchant_id
  left join txn t on t.txn_id = l.txn_id and t.company_id = l.company_id`;

const linkColumns = (sql: Sql): Fragment => sql`
  l.link_id, l.batch_id, l.code, l.kind, l.link_usage as usage, l.company_id,
  l.merchant_id, l.installation_id, l.created_at,
  l.expires_at, l.cancelled_at, l.used_at, l.request, l.ccy_code as currency,
  l.amount_minor, l.attempts, l.mailed_to, l.on_dead_link, l.thank_you,
  l.txn_id, l.paid_count, l.paid_minor, l.refunded_minor, l.last_paid_at, l.pay_state, l.opened_at,
  l.remind_days_before, l.remind_at, l.reminded_at,
  (select max(d.sent_at) from smart_link_mail d where d.company_id = l.company_id and d.link_id = l.link_id and d.address like '%@%') as mailed_at,
  l.pay_state = 'AUTHORISED' and ${isInReview(sql)} as is_in_review,
  t.txn_type as transaction_type, t.requested_minor as attempt_minor, t.txn_status as transaction_status, t.updated_at as transaction_at, t.reason_code,
  t.authoriser_code as status_code, t.card_scheme as scheme, t.advice_code, t.txn_datetime as attempted_at,
  m.name as merchant_name, o.name as installation_name`;
