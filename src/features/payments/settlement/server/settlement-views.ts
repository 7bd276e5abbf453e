import { type Caller, mayOn } from '#server/auth/caller.ts';
import { formatMinor } from '#shared/money.ts';
import type { Difference, Payout, PayoutLine, PayoutView, SettlementReport } from '../schemas.ts';
import { type LineGroup, lineGroups } from '../line-group.ts';
import type { DifferenceRow } from './db/difference-table.ts';
import type { ReportRow } from './db/list-reports.ts';
import { type PayoutLineRow, type PayoutRow } from './db/payout-table.ts';

export function toReport(row: ReportRow, mayRetry: boolean): SettlementReport {
  const { reportId, announcedAt, importedAt, refusal, batches, state, ...rest } = row;
  return {
    ...rest,
    state,
    reportId: String(reportId),
    announcedAt: announcedAt.toISOString(),
    importedAt: importedAt?.toISOString() ?? null,
    refusal: refusal && { code: refusal.code, line: refusal.line ?? null, column: refusal.column ?? null },
    batches: batches.map(({ batch, currency, netMinor, paidMinor, paidOn, state: its }) => ({
      batch,
      currency,
      net: formatMinor(netMinor, currency),
      paid: paidMinor === null ? null : formatMinor(paidMinor, currency),
      paidOn,
      state: its,
    })),
    mayRetry: mayRetry && (state === 'REFUSED' || state === 'FAILED'),
  };
}

export function toDifference(row: DifferenceRow, caller: Caller): Difference {
  const { merchantPath, txnId } = row;
  const mayView = (['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'] as const).some(
    (name) => merchantPath !== null && mayOn(caller, name, merchantPath),
  );
  const money = (minor: number | null, currency: string | null) =>
    minor === null || currency === null ? null : { amount: formatMinor(minor, currency), currency };
  return {
    differenceId: String(row.differenceId),
    kind: row.kind,
    state: row.state,
    connectionName: row.connectionName,
    reportName: row.reportName,
    line: row.lineNumber,
    asRead: row.asRead,
    transactionId: txnId === null ? null : String(txnId),
    transactionStatus: row.txnStatus,
    mayViewTransaction: txnId !== null && mayView,
    merchantName: row.merchantName,
    reference: row.reference,
    ours: money(row.oursMinor, row.oursCurrency),
    theirs: money(row.theirsMinor, row.theirsCurrency),
    settledSince: row.settledSince,
    foundAt: row.foundAt.toISOString(),
    ownerId: row.ownerId,
    ownerName: row.ownerName,
    note: row.note,
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: row.closedBy,
    version: row.version,
  };
}

export function toPayout(row: PayoutRow): Payout {
  const {
    payoutId,
    paidOn,
    state,
    currency,
    netMinor,
    merchantName,
    installationId,
    installationName,
    batch,
  } = row;
  return {
    payoutId: String(payoutId),
    paidOn,
    state,
    currency,
    amount: formatMinor(netMinor, currency),
    merchantName,
    installationId,
    installationName,
    batch,
    lines: countLines(row),
  };
}

export const countLines = (row: PayoutRow, group?: LineGroup): number =>
  group === undefined ? row.payments + row.refunds + row.chargebacks + row.other : row[group];

export function toPayoutView(row: PayoutRow): PayoutView {
  const { commissionMinor, markupMinor, schemeFeesMinor, interchangeMinor } = row;
  const money = (minor: number) => formatMinor(minor, row.currency);
  return {
    ...toPayout(row),
    connectionName: row.connectionName,
    groups: lineGroups.map((group) => ({ group, number: row[group], amount: money(row[`${group}Minor`]) })),
    fees: {
      commission: money(commissionMinor),
      markup: money(markupMinor),
      schemeFees: money(schemeFeesMinor),
      interchange: money(interchangeMinor),
      total: money(commissionMinor + markupMinor + schemeFeesMinor + interchangeMinor),
    },
  };
}

export function toLine(row: PayoutLineRow): PayoutLine {
  const { commissionMinor, markupMinor, schemeFeesMinor, interchangeMinor } = row;
  return {
    line: row.lineNumber,
    kind: row.kind,
    transactionId: String(row.txnId),
    merchantReference: row.merchRef,
    bookedAt: row.bookedAt.toISOString(),
    gross: formatMinor(row.grossMinor, row.grossCurrency),
    grossCurrency: row.grossCurrency,
    exchangeRate: row.exchangeRate,
    fees: formatMinor(commissionMinor + markupMinor + schemeFeesMinor + interchangeMinor, row.netCurrency),
    net: formatMinor(row.netMinor, row.netCurrency),
  };
}
