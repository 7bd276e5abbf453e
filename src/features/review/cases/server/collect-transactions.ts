import type { TenantSql } from '#database/tenant.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { CoreServices } from '#server/core-services.ts';
import { findAttemptsWithAddress } from '#features/fraud/fraud-engine/server/velocity.ts';
import { type CaseReason, collectedDays, maxCollected } from '../case-status.ts';
import { type Subject, findCharges, insertTransactions } from './db/case-transactions.ts';

interface Collecting {
  services: Pick<CoreServices, 'keys'>;
  /** Merchants whose transactions the user may see. */
  merchants: readonly number[];
  now: Date;
}

/**
 * Adds charges that share the card, the customer's email or the billing address of a case's first transaction, newest first
 * (docs/domain.md#cases). Returns how many are new.
 */
export async function collectTransactions(
  sql: TenantSql,
  caseId: number,
  subject: Subject,
  { services, merchants, now }: Collecting,
): Promise<number> {
  const { companyId, cardCorrelationId: card, customerEmail: email, billingAddress: address } = subject;
  const related = { companyId, merchants, since: addMs(now, -collectedDays * dayMs), limit: maxCollected };
  const idsByReason: Partial<Record<CaseReason, number[]>> = {
    CARD: card === null ? [] : await findCharges(sql, { card }, related),
    CUSTOMER: email === null ? [] : await findCharges(sql, { email }, related),
    ADDRESS:
      address === null
        ? []
        : await findAttemptsWithAddress(sql, services.keys.velocity, {
            companyId,
            address,
            limit: maxCollected,
          }),
  };
  // A transaction with several reasons keeps the first.
  const reasons = new Map<number, CaseReason>();
  for (const [reason, ids] of Object.entries(idsByReason) as [CaseReason, number[]][]) {
    for (const id of ids) if (!reasons.has(id)) reasons.set(id, reason);
  }
  const members = [...reasons].map(([txnId, reason]) => ({ txnId, reason }));
  return insertTransactions(sql, { companyId, caseId }, members, { merchants, now });
}
