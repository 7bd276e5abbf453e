import type { BodyOf, ResponseInputOf } from '#shared/define-endpoint.ts';
import { Problem, problems } from '#shared/problem.ts';
import { addToStandardLists } from '#features/fraud/fraud-lists/server/standard-lists.ts';
import { handle } from '#server/handler.ts';
import { closeCase as endpoint } from '../endpoints.ts';
import { closeCase as schemas, type CaseView } from '../schemas.ts';
import {
  type OneCaseContext,
  auditCase,
  lockOpenCase,
  recordEvent,
  requireVersion,
  type CaseContext,
} from './case-context.ts';
import { updateCase, type StoredCase } from './db/case-store.ts';
import { mayReadCases } from './case-scope.ts';
import {
  type CaseTransactionRow,
  type Subject,
  readSubject,
  readTransactions,
} from './db/case-transactions.ts';

/**
 * Closes a case with its outcome. Values go to the block lists, those of a genuine case to the allow lists, in the same
 * transaction: without the permission to change them, nothing happens.
 */
export async function closeCaseFor(
  ctx: OneCaseContext,
  body: BodyOf<typeof endpoint>,
): Promise<ResponseInputOf<typeof endpoint>> {
  const { sql, now } = ctx;
  const stored = await lockOpenCase(ctx).catch((error: unknown) => {
    // For a closing, a closed case is one that another user has changed.
    if (error instanceof Problem && error.code === 'CASE_CLOSED')
      throw problems.versionConflict('CASE_CHANGED', 'case_changed');
    throw error;
  });
  requireVersion(stored, body.version);
  const { outcome, listValues: requested = [] } = body;
  const available = requested.length === 0 ? [] : await readListValues(ctx, stored);
  const values = requested.map(({ dataField, value }) => {
    const offered = available.find((offer) => offer.dataField === dataField && offer.value === value);
    if (!offered) throw new Problem(400, 'CASE_LIST_VALUE', 'case_list_value');
    return offered;
  });
  await updateCase(sql, stored, { status: 'CLOSED', outcome, closedAt: now });
  const kind = outcome === 'GENUINE' ? 'POSITIVE' : 'NEGATIVE';
  const added = await addToStandardLists(ctx, kind, values, `Case ${stored.caseId}`);
  for (const { dataField, value, result } of added) {
    if (result.responseStatus !== 'ADDED' && result.responseStatus !== 'UPDATED')
      throw new Problem(400, 'CASE_LIST_VALUE', 'case_list_value');
    const listValue = values.find(
      (candidate) => candidate.dataField === dataField && candidate.value === value,
    );
    const detail = { dataField, list: kind, value: listValue?.displayValue ?? '' };
    await recordEvent(ctx, stored, { kind: 'LISTED', detail });
  }
  await recordEvent(ctx, stored, { kind: 'CLOSED', note: body.note, detail: { outcome } });
  const before = { status: stored.status };
  await auditCase(ctx, 'closeCase', stored, before, { status: 'CLOSED', outcome, listed: added.length });
  return { version: stored.version + 1 };
}

/** Values of each field that closing a case offers. */
const maxValues = 10;

export const closeCase = handle(endpoint, schemas, (ctx) => closeCaseFor(ctx, ctx.body));

type ListValue = CaseView['listValues'][number];

/**
 * The values that closing a case can add to lists: its cards and emails, and the billing address of its first
 * transaction.
 */
async function readListValues(ctx: CaseContext, stored: StoredCase): Promise<ListValue[]> {
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
