import { type TenantSql, inTenant } from '#database/tenant.ts';
import type { MatchRequirements } from '#features/fraud/risk-controls/risk-controls.ts';
import {
  type StoredEvent,
  finishEvent,
  leaseEvents,
} from '#features/processing/connections/server/db/events.ts';
import type { CardCheckResults, ProcessorEvent } from '#integrations/processors/adapter.ts';
import type { Job } from '#server/job.ts';
import { atClockOf } from '#server/time/test-clock.ts';
import { reportToOperator } from '#server/mail/report-to-operator.ts';
import type { Services } from '#server/services.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import { recordResult } from '../authorise.ts';
import { type IntentState, withFirstChecks } from '../db/intents.ts';
import { settlementContext } from '../payment-context.ts';
import { planCallbacks } from '../payment-stages.ts';
import { errorText } from '../settlement-work.ts';
import { NOT_RECEIVED, relatedKind } from '../processor-client.ts';
import type { Callbacks } from '../../request/parse-payment.ts';
import { correctTransaction } from './correct-transaction.ts';

type ResultEvent = ProcessorEvent & { kind: 'result' };

/** The operation that an event is about. */
interface ReportedOperation {
  txnId: number;
  companyId: number;
  connectionId: number | null;
  installationId: number;
  type: TransactionType;
  amountMinor: number;
  currency: string;
  state: IntentState;
  requirements: MatchRequirements | null;
  /** Those of the first answer. */
  checks: CardCheckResults | null;
  callbacks: Callbacks | null;
  /** Its cancellation was requested, and has not ended. */
  isInvalidating: boolean;
  /** Its cancellation has succeeded: nothing of it is left. */
  isInvalidated: boolean;
  /** The processor's result with which it was settled. */
  settledAs: string | null;
}

/** Resolved concurrently, so that one slow processor does not delay the others. */
const concurrency = 8;
/** Others have jobs of their own. */
const kinds = ['result', 'invalidation', 'correction'] as const;
const attemptsBeforeReport = 10;

/**
 * Settles what processors have reported (docs/processors.md#events): results of operations that wait for one, ends of
 * cancellations, captures and refunds that failed after their success, and approvals of payments that had ended as failed, which
 * are released. Every event is done once, in any order and however often it is repeated.
 */
export const settleProcessorEvents: Job = {
  name: 'settle-processor-events',
  everySeconds: 1,
  async run(services) {
    const lease = () => leaseEvents(services.database, kinds, services.clock.now(), 50);
    for (let batch = await lease(); batch.length > 0; batch = await lease()) {
      for (let from = 0; from < batch.length; from += concurrency)
        await Promise.all(batch.slice(from, from + concurrency).map((event) => settleOne(services, event)));
    }
  },
};

async function settleOne(services: Services, stored: StoredEvent): Promise<void> {
  try {
    await settleEvent(services, stored);
  } catch (error) {
    services.log.error({ err: error, eventNumber: stored.eventNumber }, 'a processor event was not settled');
    if (stored.attempts >= attemptsBeforeReport) await giveUp(services, stored, errorText(error));
  }
}

/** A person has to decide: a late approval that was not released still holds the payer's money. */
async function giveUp(services: Services, stored: StoredEvent, error: string): Promise<void> {
  const { event, eventNumber, connectionId } = stored;
  const operation = await findOperation(services, connectionId, event.reference ?? '');
  if (operation)
    await report(
      services,
      operation,
      `a report of the processor (${event.kind}) could not be settled: ${error}`,
    );
  await finishEvent(services.database, eventNumber, 'HELD', error.slice(0, 300));
}

async function settleEvent(everywhere: Services, stored: StoredEvent): Promise<void> {
  const { event, eventNumber, connectionId } = stored;
  const finish = (state: 'DONE' | 'IGNORED' | 'HELD', error?: string) =>
    finishEvent(everywhere.database, eventNumber, state, error);
  if (event.kind !== 'result' && event.kind !== 'invalidation' && event.kind !== 'correction')
    return finish('IGNORED');
  const operation = await findOperation(everywhere, connectionId, event.reference);
  // The request that sent it may not have been committed, or it is of another system with the same account.
  if (!operation) return stored.attempts < 3 ? undefined : finish('IGNORED', 'no operation of ours');
  const services = atClockOf(everywhere, operation.companyId);
  switch (event.kind) {
    case 'result':
      return settleResult(services, stored, event, operation);
    case 'invalidation':
      if (event.success && isOpen(operation)) await settleAs(services, operation, NOT_RECEIVED);
      return finish('DONE');
    default:
      return correct(services, operation, event.reason, finish);
  }
}

const isOpen = ({ state }: ReportedOperation): boolean => state === 'PENDING' || state === 'DEFERRED';

async function settleResult(
  services: Services,
  stored: StoredEvent,
  event: ResultEvent,
  operation: ReportedOperation,
): Promise<void> {
  const finish = (state: 'DONE' | 'HELD', error?: string) =>
    finishEvent(services.database, stored.eventNumber, state, error);
  const { response, amountMinor, currency } = event;
  const isOurAmount =
    operation.type === 'VERIFY' ||
    ((amountMinor === undefined || amountMinor === operation.amountMinor) &&
      (currency === undefined || currency === operation.currency));
  if (response.result === 'APPROVED' && !isOurAmount) {
    await report(
      services,
      operation,
      `the processor reports ${amountMinor} ${currency}, which is not the amount of the transaction`,
    );
    return finish('HELD', 'another amount');
  }
  // What was cancelled is settled by the report of that.
  if (response.result === 'APPROVED' && operation.isInvalidated) return finish('DONE');
  if (isOpen(operation)) {
    // Left for the next attempt: its cancellation has not ended.
    if (response.result === 'APPROVED' && operation.isInvalidating) return;
    await settleAs(services, operation, response);
    return finish('DONE');
  }
  const isLate =
    response.result === 'APPROVED' &&
    operation.state === 'DONE' &&
    (operation.settledAs === 'FORBIDDEN' || operation.settledAs === 'UNREACHABLE');
  return isLate && holdsMoney(operation) ? releaseLate(services, stored, event, operation) : finish('DONE');
}

const holdsMoney = ({ type }: ReportedOperation): boolean =>
  type === 'PAYMENT' || type === 'PREAUTH' || type === 'REPEAT';

const settleAs = (
  services: Services,
  operation: ReportedOperation,
  response: ResultEvent['response'],
): Promise<unknown> =>
  recordResult(
    settlementContext(services, operation.companyId),
    operation.txnId,
    withFirstChecks(response, operation.checks),
    {
      requirements: operation.requirements ?? undefined,
      callback: planCallbacks(operation.type, operation.callbacks).after,
      savesResponse: true,
    },
  );

/**
 * An approval that appears after the payment had ended as failed is released under a reference of its own; the payment stays
 * failed. The release is idempotent at the processor, so it is repeated until it is taken.
 */
async function releaseLate(
  services: Services,
  { eventNumber, state }: StoredEvent,
  { response }: ResultEvent,
  operation: ReportedOperation,
): Promise<void> {
  const { txnId, companyId, connectionId, installationId, type, amountMinor, currency } = operation;
  const setup = await services.processors.current();
  const connection = setup.open(connectionId, { installationId });
  if (!connection) throw new Error(`processor connection ${connectionId} cannot be used`);
  if (state === 'NEW') {
    await finishEvent(services.database, eventNumber, 'RELEASING');
    await inTenant(services.database, [companyId], (sql) =>
      reportToOperator(sql, services, {
        companyId,
        transactionId: txnId,
        report: 'the processor approved it after it had failed; the authorisation is being released',
        now: services.clock.now(),
      }),
    );
  }
  const released = await connection.send({
    reference: `${txnId}-L1`,
    kind: 'VOID',
    amountMinor,
    currency,
    related: {
      reference: String(txnId),
      gatewayReference: response.gatewayReference,
      kind: relatedKind(type),
    },
    account: connection.account,
    initiator: 'MERCHANT',
    channel: 'STORED',
  });
  const isTaken =
    released.kind === 'pending' || (released.kind === 'response' && released.response.result === 'APPROVED');
  if (isTaken) return finishEvent(services.database, eventNumber, 'DONE');
  if (released.kind === 'response' && released.response.result === 'DECLINED') {
    await report(
      services,
      operation,
      `the release of its late approval was refused: ${released.response.message}`,
    );
    return finishEvent(services.database, eventNumber, 'HELD', 'release refused');
  }
  throw new Error('the release of a late approval has no result yet');
}

/** A capture or refund that was settled as approved and has failed all the same. */
async function correct(
  services: Services,
  operation: ReportedOperation,
  reason: string,
  finish: (state: 'DONE' | 'HELD', error?: string) => Promise<void>,
): Promise<void> {
  // Its result has not come yet: it failed without a success.
  if (isOpen(operation)) {
    await settleAs(services, operation, {
      ...NOT_RECEIVED,
      result: 'DECLINED',
      statusCode: '57',
      message: reason,
    });
  }
  // Also of one that another worker has settled as a success meanwhile.
  const { companyId, txnId } = operation;
  const now = services.clock.now();
  const isCorrected = await inTenant(services.database, [companyId], async (sql) => {
    const corrected = await correctTransaction(sql, { services, companyId, txnId, now }, reason);
    if (corrected)
      await reportToOperator(sql, services, {
        companyId,
        transactionId: txnId,
        report: `it had succeeded and has failed: ${reason}`,
        now,
      });
    return corrected;
  });
  if (isCorrected || !isPaidOut(operation))
    return finish('DONE', isCorrected ? undefined : 'corrected before, or never settled');
  // The ledger has no entry for it: the operator clears it.
  await report(services, operation, `the payout had succeeded and has come back: ${reason}`);
  return finish('HELD', 'payout came back');
}

const isPaidOut = ({ type, settledAs }: ReportedOperation): boolean =>
  (type === 'PAYOUT' || type === 'PAYOUT_COMPLETE') && settledAs === 'APPROVED';

const report = (services: Services, { companyId, txnId }: ReportedOperation, text: string): Promise<void> =>
  inTenant(services.database, [companyId], (sql) =>
    reportToOperator(sql, services, {
      companyId,
      transactionId: txnId,
      report: text,
      now: services.clock.now(),
    }),
  );

/** By our transaction id, on this connection only: a report of another account changes nothing. */
async function findOperation(
  services: Services,
  connectionId: number,
  reference: string,
): Promise<ReportedOperation | undefined> {
  const [, id] = /^(\d{1,15})$/.exec(reference) ?? [];
  if (id === undefined) return undefined;
  const [operation] = await inTenant(
    services.database,
    'all-tenants',
    (sql: TenantSql) => sql<ReportedOperation[]>`
      select i.txn_id, i.company_id, i.connection_id, t.installation_id, t.txn_type as type,
             t.requested_minor as amount_minor, t.ccy_code as currency, i.state, i.requirements, i.checks,
             t.detail -> 'callbacks' as callbacks, i.response ->> 'result' as settled_as,
             i.invalidating_since is not null and ended.successes is null as is_invalidating,
             coalesce(ended.successes, 0) > 0 as is_invalidated
      from processor_intent i join txn t on t.txn_id = i.txn_id and t.company_id = i.company_id
      cross join lateral (
        select sum((event -> 'success')::boolean::integer) as successes from processor_event
        where connection_id = ${connectionId} and reference = ${reference} and kind = 'invalidation'
      ) ended
      where i.txn_id = ${Number(id)} and i.connection_id = ${connectionId}`,
  );
  return operation;
}
