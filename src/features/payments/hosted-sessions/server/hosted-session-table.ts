import { type TestClock, testClockColumn } from '#server/time/test-clock.ts';
import type { ConnectionMode } from '#integrations/processors/adapter.ts';
import type { Database, Fragment } from '#database/connection.ts';
import { type Sendable, pipelined, readInTenant } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { SessionFacts, SessionState } from '../session-status.ts';
import type { LinkFacts, LinkUsage } from '#shared/payments/link-status.ts';
import type { PayerAddress } from '../payer-address.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import { openStatuses } from '#shared/payments/review-task.ts';
import type { PageView } from '../schemas.ts';
import type { SessionRequest } from '../session-request.ts';
import type { StoredAuthentication } from '#features/payments/payments/server/db/transaction-detail.ts';

export type SessionKind = 'payments' | 'payouts' | 'cards';

interface NewSession {
  sessionId: string;
  pageKey: string;
  companyId: number;
  merchantId: number;
  installationId: number;
  kind: SessionKind;
  createdVia: 'portal' | 'gateway';
  /** Of the API key that opened it; missing: connections of any mode. */
  mode?: ConnectionMode | null;
  request: SessionRequest;
  /** The smart link that opens it. A SINGLE link is paid once, in whichever of its sessions. */
  linkId?: string | null;
}

/** A session with its installation and its latest attempt. */
export interface HostedSession extends NewSession, SessionFacts {
  state: SessionState;
  merchantName: string;
  merchantPath: string;
  /** Of the company; null: real time. */
  testClock: TestClock | null;
  currencies: string[];
  webOrigins: string[];
  /** The skin of sessions that name none. */
  defaultSkin: string;
  hasLogo: boolean;
  /** FULL too where the risk controls require that the address matches. */
  payerAddress: PayerAddress;
  /** Of the installation; null: no Apple Pay. */
  applePayMerchantId: string | null;
  applePayCountry: string | null;
  /** Of the installation; null: no Google Pay. */
  googlePayMerchantId: string | null;
  googlePayCountry: string | null;
  /** What Google shows to the payer; null: the merchant's name. */
  googlePayName: string | null;
  /** Its risk controls require 3-D Secure. */
  requiresThreeDSecure: boolean;
  txnId: number | null;
  /** The type of the latest attempt. */
  transactionType: TransactionType | null;
  isCaptured: boolean;
  /** A rule has deferred the payment, and reviewers have not decided. */
  isInQueue: boolean;
  reasonCode: string | null;
  /** The processor's code, if it responded. */
  statusCode: string | null;
  /** Mastercard's merchant advice code. */
  adviceCode: string | null;
  /** The scheme of the latest attempt's card: some codes differ between schemes. */
  scheme: string | null;
  maskedPan: string | null;
  paymentProduct: string | null;
  attemptedAt: Date | null;
  /** The amount of the latest attempt. */
  amountMinor: number | null;
  authentication: StoredAuthentication | null;
  /** The merchant's page for a payment under review. */
  redirect: PageView['redirect'];
  /** The smart link's code, and its latest attempt in any session. */
  linkCode: string | null;
  /** The merchant's text after the payment of the link. */
  linkThankYou: string | null;
  linkTxnId: number | null;
  /** Whether the payer has had the receipt sent. */
  hasSentReceipt: boolean;
}

export function insertSession(sql: TenantSql, session: NewSession, now: Date): Sendable {
  return sql`
    insert into hosted_session (company_id, session_id, page_key, merchant_id, installation_id, kind, created_via, mode,
                                created_at, last_interaction, request, link_id)
    values (${session.companyId}, ${session.sessionId}, ${session.pageKey}, ${session.merchantId},
            ${session.installationId}, ${session.kind}, ${session.createdVia}, ${session.mode ?? null}, ${now}, ${now},
            ${sql.json(session.request)}, ${session.linkId ?? null})`;
}

/** Finds a session by its id, a secret of merchant and payer. */
export async function findSessionById(
  database: Database,
  sessionId: string,
): Promise<HostedSession | undefined> {
  if (!/^[\w-]{20,64}$/.test(sessionId)) return undefined;
  const [session] = await readInTenant(database, 'all-tenants', (sql) => [
    () => loadStoredSession(sql, sessionId),
  ]);
  return session;
}

export async function loadStoredSession(
  sql: TenantSql,
  sessionId: string,
): Promise<HostedSession | undefined> {
  const [row] = await sql<(HostedSession & LinkColumns)[]>`
    select s.session_id, s.page_key, s.company_id,
           s.merchant_id, s.installation_id, s.kind, s.created_via, s.mode,
           s.request, s.state, s.last_interaction, s.attempts, s.txn_id,
           m.name as merchant_name, m.path as merchant_path, ${testClockColumn(sql, sql`s.company_id`)} as test_clock, i.currencies, i.web_origins, i.default_skin, i.logo is not null as has_logo,
           case when c.address_match = 'MATCHED' then 'FULL' else i.payer_address end as payer_address,
           i.apple_pay_merchant_id, i.apple_pay_country, i.google_pay_merchant_id, i.google_pay_country, i.google_pay_name,
           coalesce(c.three_d_secure, false) as requires_three_d_secure,
           t.txn_status as transaction_status, t.txn_type as transaction_type, p.captured_by is not null as is_captured,
           ${isInQueue(sql)} as is_in_queue, t.reason_code, t.authoriser_code as status_code, t.advice_code,
           t.card_scheme as scheme, t.masked_pan, t.payment_product, t.txn_datetime as attempted_at,
           t.requested_minor as amount_minor, t.detail -> 'threeDSecure' as authentication, t.detail -> 'redirect' as redirect,
           s.receipt_to is not null as has_sent_receipt, s.link_id, l.code as link_code, l.thank_you as link_thank_you,
           l.txn_id as link_txn_id, l.link_usage, l.expires_at as link_expires_at,
           l.cancelled_at as link_cancelled_at, l.used_at as link_used_at, l.attempts as link_attempts, lt.txn_status as link_transaction_status,
           lt.updated_at as link_transaction_at
    from hosted_session s
    join installation i on i.installation_id = s.installation_id
    join organisation m on m.id = s.merchant_id
    left join risk_controls c on c.installation_id = s.installation_id and c.company_id = s.company_id
    left join txn t on t.txn_id = s.txn_id and t.company_id = s.company_id
    left join payment p on p.root_id = s.txn_id and p.company_id = s.company_id
    left join queue_task q on q.txn_id = s.txn_id and q.company_id = s.company_id
    left join smart_link l on l.link_id = s.link_id and l.company_id = s.company_id
    left join txn lt on lt.txn_id = l.txn_id and lt.company_id = l.company_id
    where s.session_id = ${sessionId}`;
  return row && { ...row, link: toLinkFacts(row) };
}

/** For `queue_task q`: a reviewer decides about the payment. */
export const isInQueue = (sql: TenantSql): Fragment =>
  sql`coalesce(q.status = any (${[...openStatuses]}), false)`;

interface LinkColumns {
  linkUsage: LinkUsage | null;
  linkExpiresAt: Date;
  linkCancelledAt: Date | null;
  linkUsedAt: Date | null;
  linkAttempts: number;
  linkTransactionStatus: LinkFacts['transactionStatus'];
  linkTransactionAt: Date | null;
}

function toLinkFacts(row: LinkColumns): LinkFacts | null {
  if (row.linkUsage === null) return null;
  return {
    usage: row.linkUsage,
    expiresAt: row.linkExpiresAt,
    cancelledAt: row.linkCancelledAt,
    usedAt: row.linkUsedAt,
    attempts: row.linkAttempts,
    transactionStatus: row.linkTransactionStatus,
    transactionAt: row.linkTransactionAt,
  };
}

/**
 * Locks a session and its link for the rest of the database transaction, and reads them as the previous holder of the locks
 * has left them: the statement that reads comes after those that lock.
 */
export async function lockAndLoadSession(
  sql: TenantSql,
  { sessionId, linkId }: Pick<NewSession, 'sessionId' | 'linkId'>,
): Promise<HostedSession | undefined> {
  const [, , session] = await pipelined(sql, [
    () => lockSession(sql, sessionId),
    () => (linkId ? lockLink(sql, linkId) : undefined),
    () => loadStoredSession(sql, sessionId),
  ]);
  return session;
}

/** Serialises payments and cancellations of a link. Always taken after the session's lock, to prevent deadlocks. */
export async function lockLink(sql: TenantSql, linkId: string): Promise<void> {
  await sql`select 1 from smart_link where link_id = ${linkId} for update`;
}

/** Serialises changes of a session until the database transaction ends. */
export async function lockSession(sql: TenantSql, sessionId: string): Promise<void> {
  await sql`select 1 from hosted_session where session_id = ${sessionId} for update`;
}

export async function endSession(
  sql: TenantSql,
  sessionId: string,
  state: 'TERMINATED' | 'INVALIDATED',
): Promise<void> {
  await sql`update hosted_session set state = ${state} where session_id = ${sessionId}`;
}

/** Records the payer's visit. */
export function touchSession(sql: TenantSql, sessionId: string, now: Date): Sendable {
  return sql`
    update hosted_session set last_interaction = ${now}, state = 'STARTED'
    where session_id = ${sessionId} and state in ('CREATED', 'STARTED')`;
}

/** Records that a payer sees the page of a link, once. */
export function markLinkOpened(sql: TenantSql, linkId: string, now: Date): Sendable {
  return sql`update smart_link set opened_at = ${now} where link_id = ${linkId} and opened_at is null`;
}

/** Inserts an attempt, numbered after the failed ones. The unique key admits one of two concurrent attempts. */
export async function insertAttempt(
  sql: TenantSql,
  session: Pick<NewSession, 'companyId' | 'sessionId' | 'linkId'>,
  txnId: number,
  now: Date,
): Promise<void> {
  const { companyId, sessionId, linkId } = session;
  await pipelined(sql, [
    () => sql`
      insert into hosted_session_attempt (company_id, session_id, attempt, txn_id, at)
      select ${companyId}, ${sessionId}, 1 + count(t.txn_id), ${txnId}, ${now}
      from hosted_session_attempt a
      join txn t on t.txn_id = a.txn_id and t.company_id = a.company_id and t.txn_status = 'FAILED'
      where a.session_id = ${sessionId} and a.company_id = ${companyId}`,
    () => sql`
      update hosted_session set attempts = attempts + 1, txn_id = ${txnId}, state = 'STARTED', last_interaction = ${now}
      where session_id = ${sessionId}`,
    () =>
      linkId
        ? sql`
          update smart_link set attempts = attempts + 1, txn_id = ${txnId}, pay_state = null,
            opened_at = coalesce(opened_at, ${now})
          where link_id = ${linkId}`
        : undefined,
  ]);
}

/** Records that the receipt is in the outbox. */
export async function markReceiptQueued(
  sql: TenantSql,
  session: { companyId: number; sessionId: string },
  now: Date,
): Promise<void> {
  await sql`
    update hosted_session set receipt_at = ${now}
    where company_id = ${session.companyId} and session_id = ${session.sessionId}`;
}
