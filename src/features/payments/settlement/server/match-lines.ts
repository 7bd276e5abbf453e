import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { SettlementKind, SettlementLine } from '#integrations/processors/settlements.ts';
import { sandboxConnectionId } from '#integrations/processors/processors.ts';
import type { TransactionStatus, TransactionType } from '#shared/payments/transaction-kind.ts';
import { settlingKinds } from './line-kinds.ts';

/** A transaction of ours that a line may be about. */
interface Candidate {
  txnId: number;
  companyId: number;
  merchantId: number;
  installationId: number;
  rootId: number;
  type: TransactionType;
  status: TransactionStatus;
  requestedMinor: number;
  currency: string;
  gatewayReference: string | null;
  /** It had succeeded, and failed afterwards. */
  isCorrected: boolean;
}

type Finding = 'UNKNOWN' | 'AMOUNT' | 'CURRENCY' | 'TWICE' | 'LATE_APPROVAL';

export interface MatchedLine {
  line: SettlementLine;
  transaction: Pick<Candidate, 'txnId' | 'companyId' | 'merchantId' | 'installationId'> | undefined;
  finding: Finding | null;
}

/** The transactions that a kind of line can be about. Other kinds belong to no transaction. */
const typesOf: Partial<Record<SettlementKind, readonly TransactionType[]>> = {
  PAYMENT: ['PAYMENT', 'REPEAT', 'CAPTURE'],
  // The release of a captured payment returns its money.
  REFUND: ['REFUND', 'PAYMENT_VOID', 'PREAUTH_VOID'],
  REFUND_REVERSAL: ['REFUND'],
  CHARGEBACK: ['PAYMENT', 'REPEAT', 'CAPTURE'],
  CHARGEBACK_REVERSAL: ['PAYMENT', 'REPEAT', 'CAPTURE'],
  CARD_PAYOUT: ['PAYOUT', 'PAYOUT_COMPLETE'],
};

/**
 * Finds the transaction of each line on the connection: by our id of the operation, then by the payment and the type of the line,
 * then by the processor's id. A line that fits several is matched with none.
 */
export async function matchLines(
  sql: TenantSql,
  { connectionId, reportId }: { connectionId: number; reportId: number },
  lines: readonly SettlementLine[],
): Promise<MatchedLine[]> {
  // Every look-up is by ids, and nothing may be known yet of how many lines a new report has.
  await sql`set local enable_seqscan = off`;
  const matched = lines.filter(({ kind }) => typesOf[kind] !== undefined);
  const byId = indexBy(
    await loadCandidates(sql, connectionId, sql`t.txn_id = any (${idsOf(matched, 'reference')}::bigint[])`),
    ({ txnId }) => txnId,
  );
  const found = new Map<SettlementLine, Candidate>();
  const search = (
    index: ReadonlyMap<unknown, Candidate[]>,
    keysOf: (line: SettlementLine) => unknown[],
  ): void => {
    for (const line of matched) {
      if (found.has(line)) continue;
      const candidates = keysOf(line).flatMap((key) => index.get(key) ?? []);
      const only = chooseCandidate(line, candidates);
      if (only) found.set(line, only);
    }
  };
  search(byId, ({ reference }) => [readId(reference)]);
  const withoutId = matched.filter((line) => !found.has(line));
  if (withoutId.length > 0) {
    const roots = [...idsOf(withoutId, 'paymentReference'), ...idsOf(withoutId, 'reference')];
    const byRoot = await loadCandidates(sql, connectionId, sql`t.root_id = any (${roots}::bigint[])`);
    search(
      indexBy(byRoot, ({ rootId }) => rootId),
      ({ paymentReference, reference }) => [...new Set([readId(paymentReference), readId(reference)])],
    );
  }
  const withoutRoot = matched.filter((line) => !found.has(line));
  if (withoutRoot.length > 0) {
    const references = withoutRoot.flatMap(({ gatewayReferences }) => gatewayReferences);
    const byGateway = await loadCandidates(
      sql,
      connectionId,
      sql`t.gateway_reference = any (${references}::text[])`,
    );
    search(
      indexBy(byGateway, ({ gatewayReference }) => gatewayReference),
      ({ gatewayReferences }) => [...new Set(gatewayReferences)],
    );
  }
  const settled = await loadSettled(sql, reportId, [...found.values()]);
  return lines.map((line) => {
    const transaction = found.get(line);
    if (typesOf[line.kind] === undefined) return { line, transaction, finding: null };
    const key = `${line.kind} ${transaction?.txnId}`;
    const isRepeated = settlingKinds.includes(line.kind) && settled.has(key);
    settled.add(key);
    return { line, transaction, finding: findingOf(line, transaction, isRepeated) };
  });
}

/** "kind id" of the transactions that earlier lines of the report, or other reports, have settled. */
async function loadSettled(
  sql: TenantSql,
  reportId: number,
  transactions: readonly Candidate[],
): Promise<Set<string>> {
  const rows = await sql<{ kind: string; txnId: number }[]>`
    select l.kind, l.txn_id from settlement_line l join settlement_report r on r.report_id = l.report_id
    where l.txn_id = any (${transactions.map(({ txnId }) => txnId)}::bigint[])
      and l.kind = any (${settlingKinds as string[]}) and (r.state = 'IMPORTED' or r.report_id = ${reportId})`;
  return new Set(rows.map(({ kind, txnId }) => `${kind} ${txnId}`));
}

/** Our ids are numbers of at most 15 digits. */
const readId = (reference: string | undefined): number | undefined =>
  reference !== undefined && /^\d{1,15}$/.test(reference) ? Number(reference) : undefined;

const idsOf = (lines: readonly SettlementLine[], field: 'reference' | 'paymentReference'): number[] =>
  lines.flatMap((line) => readId(line[field]) ?? []);

function indexBy(
  candidates: readonly Candidate[],
  keyOf: (one: Candidate) => unknown,
): Map<unknown, Candidate[]> {
  const index = new Map<unknown, Candidate[]>();
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    const known = index.get(key);
    if (known) known.push(candidate);
    else index.set(key, [candidate]);
  }
  return index;
}

/** The only one of the right type; of several, the only one with the amount. A chargeback is about the first charge. */
function chooseCandidate(line: SettlementLine, candidates: readonly Candidate[]): Candidate | undefined {
  const fitting = candidates.filter(({ type }) => typesOf[line.kind]?.includes(type));
  if (fitting.length <= 1) return fitting[0];
  if (line.kind.startsWith('CHARGEBACK')) return fitting.toSorted((one, other) => one.txnId - other.txnId)[0];
  const same = fitting.filter(
    ({ requestedMinor, currency }) =>
      requestedMinor === Math.abs(line.grossMinor) && currency === line.grossCurrency,
  );
  return same.length === 1 ? same[0] : undefined;
}

/** A payment that was released had been approved: its release is in the reports too. */
const failed: readonly TransactionStatus[] = ['FAILED', 'CANCELLED', 'EXPIRED'];

function findingOf(
  line: SettlementLine,
  transaction: Candidate | undefined,
  isRepeated: boolean,
): Finding | null {
  const { kind, grossMinor, grossCurrency } = line;
  if (!transaction) return 'UNKNOWN';
  const { requestedMinor, currency, status, isCorrected } = transaction;
  if (failed.includes(status) && !isCorrected) return 'LATE_APPROVAL';
  if (isRepeated) return 'TWICE';
  if (currency !== grossCurrency) return 'CURRENCY';
  // A part of a payment can be charged back.
  if (kind.startsWith('CHARGEBACK')) return Math.abs(grossMinor) > requestedMinor ? 'AMOUNT' : null;
  const isInflow = kind === 'PAYMENT' || kind === 'REFUND_REVERSAL';
  return grossMinor === (isInflow ? requestedMinor : -requestedMinor) ? null : 'AMOUNT';
}

/** Of this connection only: a report of another account is about none of our payments here. */
async function loadCandidates(
  sql: TenantSql,
  connectionId: number,
  condition: Fragment,
): Promise<Candidate[]> {
  return sql<Candidate[]>`
    select t.txn_id, t.company_id, t.merchant_id, t.installation_id, t.root_id, t.txn_type as type, t.txn_status as status,
           t.requested_minor, t.ccy_code as currency, t.gateway_reference,
           t.txn_status = 'FAILED' and exists (
             select 1 from ledger_entry l where l.txn_id = t.txn_id and l.company_id = t.company_id
               and l.kind in ('CAPTURE_REVERSAL', 'REFUND_REVERSAL')) as is_corrected
    from txn t
    where ${condition} and coalesce(t.connection_id, ${sandboxConnectionId}) = ${connectionId}`;
}
