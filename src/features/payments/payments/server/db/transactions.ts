import { randomText } from './random-text.ts';
import { columnsOf } from '#database/columns.ts';
import type { RiskStop } from '#features/fraud/risk-controls/schemas.ts';
import type { Fragment, Database } from '#database/connection.ts';
import type { TxnRow } from '#database/schema.ts';
import { type Sendable, pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { currencyDigits } from '#shared/currencies.ts';
import type { OriginalTransaction, RootState } from '../../follow-up.ts';
import type { HistoryEntry } from '../../payment-response.ts';
import type { RefundReason } from '#shared/payments/refund-reasons.ts';
import { type ReasonCode, reasonText } from '#shared/payments/reason-codes.ts';
import type { TransactionDetail } from './transaction-detail.ts';
import {
  type TransactionStage,
  type TransactionStatus,
  type TransactionType,
  isMoneyOut,
  isSuspendedByMerchant,
} from '#shared/payments/transaction-kind.ts';
import { recordInsert, recordUpdate } from '#features/record/reporting/server/totals.ts';
import type { CoreServices } from '#server/core-services.ts';

/** A row of txn, with the value sets of its codes. */
interface TypedTxnRow extends TxnRow {
  txnType: TransactionType;
  txnStatus: TransactionStatus;
  txnStage: TransactionStage;
  reasonCode: ReasonCode;
  continuousAuthorityType: 'RECURRING' | 'INSTALMENT' | null;
  refundReason: RefundReason | null;
  detail: TransactionDetail;
}

type WrittenOnce =
  | 'txnId'
  | 'companyId'
  | 'rootId'
  | 'relatedId'
  | 'merchantId'
  | 'installationId'
  | 'requestedMinor'
  | 'ccyCode'
  | 'txnType'
  | 'txnStatus'
  | 'txnStage'
  | 'reasonCode'
  | 'merchantName'
  | 'salesChannel'
  | 'commerceType'
  | 'trace'
  | 'detail';

/** A new transaction. */
export type NewTransaction = Pick<TypedTxnRow, WrittenOnce> & Partial<TypedTxnRow>;

/**
 * The statements that store a new transaction and count it. Direction and digits follow from type and currency
 * (docs/domain.md#money).
 */
export function transactionInserts(sql: TenantSql, txn: NewTransaction, now: Date): readonly Sendable[] {
  const row = {
    ...txn,
    detail: sql.json({ ...txn.detail }),
    txnDatetime: now,
    updatedAt: now,
    reasonMessage: reasonText(txn.reasonCode),
    direction: isMoneyOut(txn.txnType) ? -1 : 1,
    ccyDigits: currencyDigits(txn.ccyCode) ?? 2,
  };
  return [sql`insert into txn ${sql(row)}`, recordInsert(sql, row)];
}

export async function insertTransaction(sql: TenantSql, txn: NewTransaction, now: Date): Promise<void> {
  await pipelined(
    sql,
    transactionInserts(sql, txn, now).map((statement) => () => statement),
  );
}

/**
 * Part of `update txn`: time, version, and the database transaction by which replication finds the change
 * (docs/decisions/0020).
 */
export const touchColumns = (sql: TenantSql, now: Date): Fragment =>
  sql`updated_at = ${now}, version = version + 1, changed_in = pg_current_xact_id()::text::bigint`;

/** A transaction with its card, its related transaction and the sums of its charge. */
export interface TransactionRecord extends TypedTxnRow {
  relatedRef: string | null;
  /** The charge whose sums this transaction belongs to. */
  chargeId: number;
  capturedMinor: number | null;
  refundedMinor: number | null;
  refundPendingMinor: number | null;
  chargedBackMinor: number | null;
  capturedBy: number | null;
  voidedBy: number | null;
  inProgress: number | null;
  /** When its money moved, once the settlement date is known. */
  movedAt: Date | null;
  credential: string | null;
  /** The processor that keeps the card; `connectionId` is that of the operation. */
  cardConnectionId: number | null;
  registered: boolean | null;
  cardCreatedAt: Date | null;
  cardDeletedAt: Date | null;
  validDate: string | null;
  cardType: string | null;
}

/**
 * The charge that holds the sums of captures and refunds. A payment, authorisation or repeat is its own charge; a
 * follow-up belongs to the charge of its original. A repeat shares the root but not the sums (docs/domain.md#repeats).
 */
const chargeIdSql = `(case when t.txn_type in ('CAPTURE', 'PREAUTH_VOID', 'PAYOUT_COMPLETE', 'PAYOUT_VOID')
  then t.related_id when t.txn_type = 'REFUND' then coalesce(r.charge_id, t.related_id) else t.txn_id end)`;

/** The charges of some transactions. */
export function findChargeIds(
  sql: TenantSql,
  tenantIds: readonly number[],
  txnIds: readonly string[],
): Promise<{ txnId: number; chargeId: number }[]> {
  return sql<{ txnId: number; chargeId: number }[]>`
    select t.txn_id, ${sql.unsafe(chargeIdSql)} as charge_id
    from txn t
    left join lateral (
      select case when o.txn_type = 'CAPTURE' then o.related_id end as charge_id
      from txn o where o.txn_id = t.related_id and o.company_id = t.company_id
    ) r on true
    where t.company_id = any (${[...tenantIds]}) and t.txn_id = any (${[...txnIds]}::bigint[])`;
}

/**
 * A transaction with its card, its related transaction and the sums of its charge. A materialized part computes the
 * charge's id: under row-level security a join on an expression would read every charge of the company.
 */
export async function findTransaction(
  sql: TenantSql,
  companyId: number,
  txnId: number,
): Promise<TransactionRecord | undefined> {
  const [row] = await sql<TransactionRecord[]>`
    with t as materialized (
      select t.*, r.merch_ref as related_ref, ${sql.unsafe(chargeIdSql)} as charge_id
      from (select ${sql.unsafe(columnsOf.txn)} from txn) t
      left join lateral (
        select o.merch_ref, case when o.txn_type = 'CAPTURE' then o.related_id end as charge_id
        from txn o where o.txn_id = t.related_id and o.company_id = t.company_id
      ) r on true
      where t.txn_id = ${txnId} and t.company_id = ${companyId}
    )
    select t.*, coalesce(t.detail, '{}') as detail,
           p.captured_minor, p.refunded_minor, p.refund_pending_minor, p.charged_back_minor, p.captured_by, p.voided_by, p.in_progress,
           l.at as moved_at, c.credential, c.connection_id as card_connection_id, c.registered, c.created_at as card_created_at, c.deleted_at as card_deleted_at, c.valid_date, c.card_type
    from t
    left join payment p on p.root_id = t.charge_id and p.company_id = t.company_id
    -- The settlement date is written days after the money moved.
    left join ledger_entry l
      on l.txn_id = t.txn_id and l.company_id = t.company_id and t.gateway_settlement is not null
        and l.kind in ('CAPTURE', 'REFUND', 'PAYOUT')
    left join card_token c on c.company_id = t.company_id and c.token = t.card_token`;
  return row;
}

/** Stores the end of a transaction that moved no money, from whatever status it has. */
export async function updateEnd(
  sql: TenantSql,
  { companyId, txnId }: { companyId: number; txnId: number },
  { status, reasonCode }: { status: TransactionStatus; reasonCode: ReasonCode },
  now: Date,
): Promise<void> {
  await sql`
    with was as (
      select txn_id, company_id, txn_status, reason_code from txn
      where txn_id = ${txnId} and company_id = ${companyId} for update
    ), changed as (
      update txn t set txn_status = ${status}, txn_stage = 'COMPLETE', reason_code = ${reasonCode},
        reason_message = ${reasonText(reasonCode)}, amount_minor = 0, ${touchColumns(sql, now)}
      from was where t.txn_id = was.txn_id and t.company_id = was.company_id
      returning t.*
    )
    ${recordUpdate(sql)}`;
}

/** Stores that the original of a void is VOIDED, C107. */
export async function updateVoided(
  sql: TenantSql,
  { companyId, txnId }: { companyId: number; txnId: number },
  now: Date,
): Promise<void> {
  await sql`
    with was as (
      select txn_id, company_id, txn_status, reason_code from txn
      where txn_id = ${txnId} and company_id = ${companyId} and txn_status = 'SUCCESS' for update
    ), changed as (
      update txn t set txn_status = 'VOIDED', reason_code = 'C107', reason_message = ${reasonText('C107')},
        ${touchColumns(sql, now)}
      from was where t.txn_id = was.txn_id and t.company_id = was.company_id
      returning t.*
    )
    ${recordUpdate(sql)}`;
}

/** The sums and marks that decideFollowUp needs. */
export function toRootState(row: TransactionRecord): RootState {
  return {
    captured: row.capturedBy !== null,
    voided: row.voidedBy !== null,
    capturedMinor: row.capturedMinor ?? 0,
    refundedMinor: row.refundedMinor ?? 0,
    pendingRefundMinor: row.refundPendingMinor ?? 0,
    chargedBackMinor: row.chargedBackMinor ?? 0,
    inFlight: row.inProgress !== null,
  };
}

export function toOriginal(row: TransactionRecord): OriginalTransaction {
  return {
    type: row.txnType,
    status: row.txnStatus,
    amountMinor: row.requestedMinor,
    currency: row.ccyCode,
    receivedAt: row.txnDatetime,
    hasStoredCard: row.credential !== null,
    cardDeleted: row.cardDeletedAt !== null,
    isSuspendedByMerchant: isSuspendedByMerchant(row.txnStatus, row.reasonCode),
  };
}

/** The history of a transaction, oldest first. */
export async function loadHistory(sql: TenantSql, companyId: number, txnId: number): Promise<HistoryEntry[]> {
  return sql<HistoryEntry[]>`
    select status, reason_code, at from txn_history
    where txn_id = ${txnId} and company_id = ${companyId} order by sequence`;
}

/** Appends to the history. */
export async function addHistory(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  line: { status: TransactionStatus; stage: TransactionStage; reasonCode: ReasonCode; at: Date },
): Promise<void> {
  await sql`
    insert into txn_history (company_id, txn_id, sequence, at, status, stage, reason_code, reason_message)
    select ${companyId}, ${txnId}, coalesce(max(sequence), 0) + 1, ${line.at}::timestamptz, ${line.status},
           ${line.stage}, ${line.reasonCode}, ${reasonText(line.reasonCode)}
    from txn_history where txn_id = ${txnId} and company_id = ${companyId}`;
}

/** Transactions that one reference finds; a merchant that gives all payments the same reference gets the newest. */
const maxByReference = 100;

/** Newest first. */
export async function idsByReference(
  sql: TenantSql,
  companyId: number,
  installationId: number,
  references: readonly string[],
): Promise<number[]> {
  // Sorting by an expression keeps the planner on the index of the references, which rarely repeat.
  const rows = await sql<{ txnId: number }[]>`
    select txn_id from txn
    where merch_ref = any (${[...references]}) and company_id = ${companyId} and installation_id = ${installationId}
    order by txn_datetime + interval '0' desc, txn_id desc limit ${maxByReference}`;
  return rows.map(({ txnId }) => txnId);
}

const blockSize = 200;

/**
 * A new transaction id: 11 digits, unique over all processes. Ids are reserved in blocks, so most cost no statement. A
 * crash only loses the rest of a block.
 */
export async function nextTransactionId({
  database,
  state,
}: Pick<CoreServices, 'database' | 'state'>): Promise<number> {
  const block = state.transactionIds;
  while (block.next >= block.end) {
    block.filling ??= reserveBlock(database, block).finally(() => {
      block.filling = undefined;
    });
    await block.filling;
  }
  block.next += 1;
  return block.next - 1;
}

async function reserveBlock(database: Database, block: { next: number; end: number }): Promise<void> {
  const [row] = await database<{ end: number }[]>`
    update id_block set next_id = next_id + ${blockSize} where shard = 0 returning next_id as end`;
  if (!row) throw new Error('id_block has no row for shard 0');
  block.next = row.end - blockSize;
  block.end = row.end;
}

/** `T` and 22 characters: the reference for support. */
export const newTrace = (): string => `T${randomText(16, 'base64url')}`;

/** With the control that stopped an approved payment, before it is released. */
export async function storeRiskStop(
  sql: TenantSql,
  companyId: number,
  txnId: number,
  riskStop: RiskStop,
): Promise<void> {
  await sql`
    update txn set detail = detail || ${sql.json({ riskStop })}
    where txn_id = ${txnId} and company_id = ${companyId}`;
}
