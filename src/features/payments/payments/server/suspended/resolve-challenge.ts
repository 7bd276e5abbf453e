import { pipelined } from '#database/pipelined.ts';
import type { ResultRequirements } from '#features/fraud/risk-controls/risk-controls.ts';
import { recordResult } from '../authorise.ts';
import { findTransaction } from '../db/transactions.ts';
import type { PaymentContext } from '../payment-context.ts';
import { planCallbacks } from '../payment-stages.ts';
import { processorKind } from '../processor-client.ts';

interface WaitingIntent {
  handle: string | null;
  requirements: ResultRequirements | null;
  sentAt: Date;
}

/**
 * The payer is back from a challenge of the processor's own: looks the payment up, and settles a final result. The sweeper settles
 * a later one.
 */
export async function resolveChallenge(context: PaymentContext, txnId: number): Promise<void> {
  const { companyId, installationId, inTenant, services } = context;
  const [row, [intent]] = await inTenant((sql) =>
    pipelined(sql, [
      () => findTransaction(sql, companyId, txnId),
      () => sql<WaitingIntent[]>`
        select handle, requirements, created_at as sent_at from processor_intent
        where txn_id = ${txnId} and company_id = ${companyId} and state in ('PENDING', 'DEFERRED')`,
    ]),
  );
  if (!row || !intent) return;
  const setup = await services.processors.current();
  const connection = setup.open(row.connectionId, { installationId });
  if (!connection) return;
  const found = await connection.lookup({
    reference: String(txnId),
    kind: processorKind(row.txnType),
    amountMinor: row.requestedMinor,
    currency: row.ccyCode,
    account: connection.account,
    sentAt: intent.sentAt,
    ...(intent.handle === null ? {} : { handle: intent.handle }),
  });
  if (found.kind !== 'response') return;
  await recordResult(context, txnId, found.response, {
    requirements: intent.requirements ?? undefined,
    callback: planCallbacks(row.txnType, row.detail.callbacks).after,
    savesResponse: true,
  });
}
