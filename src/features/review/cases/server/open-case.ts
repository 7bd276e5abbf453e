import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { problems } from '#shared/problem.ts';
import type { openCase as endpoint } from '../endpoints.ts';
import { type CaseContext, actorOf, auditCase, recordEvent } from './case-context.ts';
import { loadCaseScope, mayWorkOnCases } from './case-scope.ts';
import { collectTransactions } from './collect-transactions.ts';
import { findOpenCases, insertCase } from './db/case-store.ts';
import { insertTransactions, readSubject } from './db/case-transactions.ts';

type OpenResult = ResponseInputOf<typeof endpoint>;

/**
 * Opens a case for a transaction and collects what is related to it. The user owns it. When an open case that the user may
 * work on has the transaction, that case is returned.
 */
export async function openCaseForTransaction(
  ctx: CaseContext,
  act: 'openCase' | 'openCustomerCase',
  transaction: { companyId: number; txnId: number },
): Promise<OpenResult> {
  const { sql, caller, services, now } = ctx;
  const owner = actorOf(ctx);
  const subject = await readSubject(sql, transaction.companyId, transaction.txnId);
  if (!subject) throw problems.notFound();
  const { companyId, txnId, merchantId } = subject;
  const findExisting = () => findVisible(ctx, companyId, txnId);
  const existing = await findExisting();
  if (existing !== undefined) return { caseId: String(existing), isNew: false };
  const caseId = await insertCase(sql, { companyId, merchantId, txnId }, owner, now);
  if (caseId === undefined) {
    // Another request has opened it in the meantime, or even closed it.
    const concurrent = await findExisting();
    if (concurrent === undefined) throw problems.versionConflict('CASE_CHANGED', 'case_changed');
    return { caseId: String(concurrent), isNew: false };
  }
  const key = { companyId, caseId, merchantId };
  const { merchants } = await loadCaseScope({ ...services, database: sql }, caller, companyId, {
    permission: 'P_ACCESS_CASE_MANAGEMENT',
    feature: 'optimize_case',
  });
  const first = await insertTransactions(sql, key, [{ txnId, reason: 'OPENED' }], { merchants, now });
  if (first === 0) throw problems.notFound();
  const collected = await collectTransactions(sql, caseId, subject, { services, merchants, now });
  await recordEvent(ctx, key, { kind: 'OPENED', detail: { transactionId: String(txnId) } });
  if (collected > 0) await recordEvent(ctx, key, { kind: 'COLLECTED', detail: { count: collected } });
  const after = { transactionId: String(txnId), transactions: collected + 1, owner: owner.name };
  await auditCase(ctx, act, key, {}, after);
  return { caseId: String(caseId), isNew: true };
}

async function findVisible(
  { sql, caller }: CaseContext,
  companyId: number,
  txnId: number,
): Promise<number | undefined> {
  const openCases = await findOpenCases(sql, companyId, txnId);
  return openCases.find(({ merchantPath }) => mayWorkOnCases(caller, merchantPath))?.caseId;
}
