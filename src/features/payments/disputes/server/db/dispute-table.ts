import type { JSONValue, Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { ListPosition } from '#server/http/list-cursor.ts';
import type { DisputeReport } from '#integrations/processors/adapter.ts';
import type { DisputeFact, DisputeState } from '../fold-dispute.ts';

export interface DisputeKey {
  companyId: number;
  disputeId: number;
}

/** The charge that a report is about. */
export interface DisputedCharge {
  companyId: number;
  merchantId: number;
  installationId: number;
  txnId: number;
  currency: string;
}

export interface StoredDispute extends DisputeKey, Omit<DisputeState, 'deadline' | 'currency'> {
  connectionId: number;
  processorReference: string;
  txnId: number;
  merchantId: number;
  installationId: number;
  version: number;
  ccyCode: string;
  deadline: Date | null;
  openedAt: Date;
  updatedAt: Date;
  closedAt: Date | null;
}

const columns = (sql: Sql) => sql`
  d.company_id, d.dispute_id, d.connection_id, d.processor_reference, d.txn_id, d.merchant_id, d.installation_id, d.version,
  d.stage, d.status, d.amount_minor, d.ccy_code, d.charged_back_minor, d.scheme, d.reason_code, d.reason, d.is_fraud,
  d.deadline, d.opened_at, d.updated_at, d.closed_at`;

/**
 * The charge of our transaction, of what `prepare` created, or with the processor's id, at this connection only: a report of another
 * account finds none.
 * The sandbox's operations from before connections have none.
 */
export async function findCharge(
  sql: TenantSql,
  connectionId: number,
  sandboxId: number,
  { reference, handle, gatewayReference }: Pick<DisputeReport, 'reference' | 'handle' | 'gatewayReference'>,
): Promise<DisputedCharge | undefined> {
  const [, id] = /^(\d{1,15})$/.exec(reference ?? '') ?? [];
  if (id === undefined && handle === undefined && gatewayReference === undefined) return undefined;
  const byProcessor = sql`i.txn_id in (select txn_id from txn where gateway_reference = ${gatewayReference ?? ''})`;
  const byHandle = handle === undefined ? byProcessor : sql`i.handle = ${handle}`;
  const isIt = id === undefined ? byHandle : sql`i.txn_id = ${Number(id)}`;
  const isThere =
    connectionId === sandboxId
      ? sql`(i.connection_id = ${connectionId} or i.connection_id is null)`
      : sql`i.connection_id = ${connectionId}`;
  const [charge] = await sql<DisputedCharge[]>`
    select p.company_id, p.merchant_id, p.installation_id, p.root_id as txn_id, p.ccy_code as currency
    from processor_intent i join payment p on p.root_id = i.root_id and p.company_id = i.company_id
    where ${isIt} and ${isThere}`;
  return charge;
}

/** The charge of a stored dispute. */
export async function findDisputedCharge(
  sql: TenantSql,
  connectionId: number,
  processorReference: string,
): Promise<DisputedCharge | undefined> {
  const [charge] = await sql<DisputedCharge[]>`
    select d.company_id, d.merchant_id, d.installation_id, d.txn_id, p.ccy_code as currency
    from dispute d join payment p on p.root_id = d.txn_id and p.company_id = d.company_id
    where d.connection_id = ${connectionId} and d.processor_reference = ${processorReference}`;
  return charge;
}

/** The dispute of a connection, locked until the transaction ends. */
export async function lockReported(
  sql: TenantSql,
  connectionId: number,
  processorReference: string,
): Promise<StoredDispute | undefined> {
  const [row] = await sql<StoredDispute[]>`
    select ${columns(sql)} from dispute d
    where d.connection_id = ${connectionId} and d.processor_reference = ${processorReference} for update`;
  return row;
}

export async function readDispute(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
  { lock = false } = {},
): Promise<StoredDispute | undefined> {
  const [row] = await sql<StoredDispute[]>`
    select ${columns(sql)} from dispute d
    where d.company_id = ${companyId} and d.dispute_id = ${disputeId} ${lock ? sql`for update` : sql``}`;
  return row;
}

/** Undefined when another report has opened it meanwhile. */
export async function insertDispute(
  sql: TenantSql,
  charge: DisputedCharge,
  { connectionId, processorReference }: { connectionId: number; processorReference: string },
  state: DisputeState,
  openedAt: Date,
  now: Date,
): Promise<StoredDispute | undefined> {
  const { currency: _paid, ...rest } = charge;
  const row = { ...rest, connectionId, processorReference, ...stateColumns(state), openedAt, updatedAt: now };
  const [dispute] = await sql<StoredDispute[]>`
    insert into dispute as d ${sql([row])} on conflict (connection_id, processor_reference) do nothing
    returning ${columns(sql)}`;
  return dispute;
}

const stateColumns = ({ chargedBackMinor: _booked, currency, deadline, ...state }: DisputeState) => ({
  ...state,
  ccyCode: currency,
  deadline: deadline === null ? null : new Date(deadline),
});

/** Stores the state of a locked dispute and raises its version. */
export async function updateDispute(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
  state: DisputeState,
  { openedAt, closedAt, now }: { openedAt: Date; closedAt: Date | null; now: Date },
): Promise<void> {
  await sql`
    update dispute set ${sql(stateColumns(state))}, opened_at = ${openedAt}, closed_at = ${closedAt},
      updated_at = ${now}, version = version + 1
    where company_id = ${companyId} and dispute_id = ${disputeId}`;
}

export async function storeChargedBack(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
  chargedBackMinor: number,
): Promise<void> {
  await sql`
    update dispute set charged_back_minor = ${chargedBackMinor}
    where company_id = ${companyId} and dispute_id = ${disputeId}`;
}

interface NewDisputeEvent {
  at: Date;
  countsAt: Date;
  name: string;
  report: Partial<DisputeReport>;
  actor?: { id: string; name: string };
  processorEvent?: number;
}

/** False for a report that is stored already. */
export async function insertDisputeEvent(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
  { at, countsAt, name, report, actor, processorEvent = undefined }: NewDisputeEvent,
): Promise<boolean> {
  const inserted = await sql`
    insert into dispute_event (company_id, dispute_id, at, counts_at, name, report, actor_id, actor_name, processor_event)
    values (${companyId}, ${disputeId}, ${at}, ${countsAt}, ${name}, ${sql.json(report as JSONValue)},
            ${actor?.id ?? null}, ${actor?.name ?? null}, ${processorEvent ?? null})
    on conflict (processor_event) where processor_event is not null do nothing returning 1`;
  return inserted.length > 0;
}

/** The reports and actions that a dispute is computed from. */
export async function readFacts(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
): Promise<(DisputeFact & { at: Date })[]> {
  return sql<(DisputeFact & { at: Date })[]>`
    select at, counts_at, report from dispute_event
    where company_id = ${companyId} and dispute_id = ${disputeId} order by event_id`;
}

/** Marks a payment as reported for fraud, once for each source. */
export async function insertFraudLabel(
  sql: TenantSql,
  { companyId, txnId }: { companyId: number; txnId: number },
  label: { source: 'DISPUTE' | 'WARNING'; at: Date; reason: string | null },
): Promise<void> {
  await sql`
    insert into fraud_label (company_id, txn_id, source, at, reason)
    values (${companyId}, ${txnId}, ${label.source}, ${label.at}, ${label.reason})
    on conflict do nothing`;
}

interface MerchantSearch {
  status?: DisputeState['status'] | undefined;
  transactionId?: string | undefined;
  openedFrom?: string | undefined;
  openedTo?: string | undefined;
}

/** Disputes of an installation, newest first. */
export async function listDisputesAfter(
  sql: TenantSql,
  { companyId, installationId }: { companyId: number; installationId: number },
  { status, transactionId, openedFrom, openedTo }: MerchantSearch,
  after: ListPosition | undefined,
  limit: number,
): Promise<(StoredDispute & { place: string })[]> {
  return sql<(StoredDispute & { place: string })[]>`
    select ${columns(sql)}, to_char(d.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
    from dispute d
    where d.company_id = ${companyId} and d.installation_id = ${installationId}
      ${status === undefined ? sql`` : sql`and d.status = ${status}`}
      ${transactionId === undefined ? sql`` : sql`and d.txn_id = ${Number(transactionId)}`}
      ${openedFrom === undefined ? sql`` : sql`and d.opened_at >= ${openedFrom}::timestamptz`}
      ${openedTo === undefined ? sql`` : sql`and d.opened_at <= ${openedTo}::timestamptz`}
      ${after ? sql`and (d.opened_at, d.dispute_id) < (${after.at}::timestamptz, ${Number(after.id)})` : sql``}
    order by d.opened_at desc, d.dispute_id desc limit ${limit}`;
}
