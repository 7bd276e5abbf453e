import type { CaseView } from '../schemas.ts';
import type { CaseContext } from './case-context.ts';
import { mayReadCases } from './case-scope.ts';
import type { StoredCase } from './db/case-store.ts';
import {
  type CaseTransactionRow,
  type Subject,
  readSubject,
  readTransactions,
} from './db/case-transactions.ts';

type ListValue = CaseView['listValues'][number];

/** Values of each field that closing a case offers. */
const maxValues = 10;

/**
 * The values that closing a case can add to lists: its cards and emails, and the billing address of its first
 * transaction.
 */
export async function readListValues(ctx: CaseContext, stored: StoredCase): Promise<ListValue[]> {
  const rows = await readTransactions(ctx.sql, stored);
  const visible = rows.filter(({ merchantPath }) => mayReadCases(ctx.caller, merchantPath));
  return listValues(visible, await readSubject(ctx.sql, stored.companyId, stored.txnId));
}

export function listValues(
  rows: readonly CaseTransactionRow[],
  subject: Pick<Subject, 'billingAddress'> | undefined,
): ListValue[] {
  const cards = new Map<string, ListValue>();
  const emails = new Map<string, ListValue>();
  // Values of the first payment come first.
  const isFirst = ({ reason }: CaseTransactionRow) => reason === 'OPENED';
  const ordered = [...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))];
  for (const { cardCorrelationId: card, maskedPan, customerEmail: email } of ordered) {
    if (card !== null && maskedPan !== null) {
      cards.set(card, { dataField: 'cardCorrelationId', value: card, displayValue: maskedPan });
    }
    if (email !== null) emails.set(email, { dataField: 'customerEmail', value: email, displayValue: email });
  }
  const address = formatAddress(subject?.billingAddress ?? null);
  return [
    ...[...cards.values()].slice(0, maxValues),
    ...[...emails.values()].slice(0, maxValues),
    ...(address === undefined
      ? []
      : [{ dataField: 'normalisedAddress' as const, value: address, displayValue: address }]),
  ];
}

/** In one line, as address lists compare it (docs/domain.md#fraud-fields). */
function formatAddress(address: Subject['billingAddress']): string | undefined {
  if (address === null) return undefined;
  const { line1, line2, line3, line4, city, postcode, countryCode } = address;
  const text = [line1, line2, line3, line4, city, postcode, countryCode].filter(Boolean).join(', ');
  return line1 && text.length <= 500 ? text : undefined;
}
