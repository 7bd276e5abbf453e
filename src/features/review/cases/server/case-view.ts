import { currencyDigits } from '#shared/currencies.ts';
import type { CaseEvent, CaseFile, CaseTransaction, FoundCase } from '../schemas.ts';
import type { CaseEventRow } from './db/case-events.ts';
import type { CaseFileRow } from './db/case-files.ts';
import type { CaseTransactionRow } from './db/case-transactions.ts';
import type { FoundCaseRow } from './db/search-cases.ts';

const formatDecimal = (amount: string, currency: string): string =>
  Number(amount).toFixed(currencyDigits(currency) ?? 2);

export function toFoundCase(row: FoundCaseRow): FoundCase {
  return {
    caseId: String(row.caseId),
    status: row.status,
    outcome: row.outcome,
    subject: {
      adviceRequest: {
        transaction: {
          id: String(row.txnId),
          transactionTime: row.transactionTime.toISOString(),
          amount: formatDecimal(row.amount, row.ccyCode),
          currencyCode: row.ccyCode,
        },
        customer: { name: row.customerName, email: row.customerEmail },
      },
    },
  };
}

export function toTransaction(row: CaseTransactionRow): CaseTransaction {
  const { reason, paymentProduct, maskedPan, customerName, customerEmail, merchantName } = row;
  return {
    transactionId: String(row.txnId),
    reason,
    transactionTime: row.transactionTime.toISOString(),
    type: row.txnType,
    status: row.txnStatus,
    amount: formatDecimal(row.amount, row.ccyCode),
    currencyCode: row.ccyCode,
    paymentProduct,
    maskedPan,
    customerName,
    customerEmail,
    merchantName,
  };
}

export function toFile({ fileId, name, contentType, size, addedAt, addedBy }: CaseFileRow): CaseFile {
  return { id: String(fileId), name, contentType, size, addedAt: addedAt.toISOString(), addedBy };
}

export function toEvent({ eventId, at, actorName, kind, note, detail }: CaseEventRow): CaseEvent {
  return { id: String(eventId), at: at.toISOString(), actor: actorName, kind, note, detail };
}
