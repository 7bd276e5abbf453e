import { type TenantSql, inTenant } from '#database/tenant.ts';
import {
  type StoredEvent,
  finishEvent,
  leaseEvents,
} from '#features/processing/connections/server/db/events.ts';
import type { ProcessorEvent } from '#integrations/processors/adapter.ts';
import { sandboxConnectionId } from '#integrations/processors/processors.ts';
import type { Job } from '#server/job.ts';
import { atClockOf } from '#server/time/test-clock.ts';
import { reportToOperator } from '#server/mail/report-to-operator.ts';
import type { Services } from '#server/services.ts';
import { type DisputedCharge, findCharge, findDisputedCharge, insertFraudLabel } from './db/dispute-table.ts';
import { errorText } from '#features/payments/payments/server/settlement-work.ts';
import { recordReport } from './record-report.ts';

type DisputeEvent = ProcessorEvent & { kind: 'dispute' };
type WarningEvent = ProcessorEvent & { kind: 'fraud-warning' };

const concurrency = 8;
const attemptsBeforeReport = 10;
const kinds = ['dispute', 'fraud-warning'] as const;

/**
 * Settles what processors have reported of disputes (docs/domain.md#disputes). A dispute is computed from all of its reports,
 * so each counts once and in any order.
 */
export const settleDisputeEvents: Job = {
  name: 'settle-dispute-events',
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
  const { eventNumber } = stored;
  try {
    const charge = await findDisputed(services, stored);
    if (charge) await settleEvent(atClockOf(services, charge.companyId), stored, charge);
    // The payment may not have been committed, or it is of another system with the same account.
    else if (stored.attempts >= 3)
      await finishEvent(services.database, eventNumber, 'IGNORED', 'no payment of ours');
  } catch (error) {
    services.log.error({ err: error, eventNumber }, 'a report of a dispute was not settled');
    if (stored.attempts >= attemptsBeforeReport) await giveUp(services, stored, error);
  }
}

async function settleEvent(services: Services, stored: StoredEvent, charge: DisputedCharge): Promise<void> {
  const { event } = stored;
  if (event.kind === 'dispute') await settleDispute(services, stored, event, charge);
  else if (event.kind === 'fraud-warning') await settleWarning(services, stored, event, charge);
}

async function settleDispute(
  services: Services,
  stored: StoredEvent,
  event: DisputeEvent,
  charge: DisputedCharge,
): Promise<void> {
  const { database, clock } = services;
  const { eventNumber, connectionId } = stored;
  const readAt = clock.now();
  const at = timeOf(stored);
  const current = await readCurrent(services, stored, charge, event);
  const isBooked = await inTenant(database, [charge.companyId], async (sql) => {
    const isDone = await recordReport(
      sql,
      charge,
      {
        connectionId,
        name: event.name,
        report: current ?? event.report,
        at,
        countsAt: current ? readAt : at,
        processorEvent: eventNumber,
      },
      clock.now(),
    );
    if (isDone) await finishEvent(sql, eventNumber, 'DONE');
    return isDone;
  });
  if (!isBooked) throw new Error('the money of the dispute does not fit its payment');
}

const timeOf = ({ event, receivedAt }: StoredEvent): Date => {
  const at = new Date(event.at ?? '');
  return Number.isNaN(at.getTime()) ? receivedAt : at;
};

/** The processor's own state, where its events come in no order. */
async function readCurrent(
  services: Services,
  { connectionId }: StoredEvent,
  { installationId }: DisputedCharge,
  { report }: DisputeEvent,
): Promise<DisputeEvent['report'] | undefined> {
  const setup = await services.processors.current();
  const connection = setup.open(connectionId, { installationId });
  const found = await connection?.lookupDispute?.({
    dispute: report.dispute,
    account: connection.account,
  });
  if (!found || found.kind === 'unknown') return undefined;
  if (found.kind !== 'report') throw new Error('the processor did not return the dispute');
  return found.report;
}

async function settleWarning(
  services: Services,
  stored: StoredEvent,
  { reason }: WarningEvent,
  charge: DisputedCharge,
): Promise<void> {
  await inTenant(services.database, [charge.companyId], async (sql) => {
    await insertFraudLabel(sql, charge, { source: 'WARNING', at: timeOf(stored), reason: reason ?? null });
    await finishEvent(sql, stored.eventNumber, 'DONE');
  });
}

/** By the dispute, or else by the payment that the report names. */
const findDisputed = (
  { database }: Services,
  { event, connectionId }: StoredEvent,
): Promise<DisputedCharge | undefined> =>
  inTenant(database, 'all-tenants', async (sql: TenantSql) => {
    if (event.kind === 'dispute') {
      const { dispute, ...payment } = event.report;
      const known = await findDisputedCharge(sql, connectionId, dispute);
      return known ?? findCharge(sql, connectionId, sandboxConnectionId, payment);
    }
    return event.kind === 'fraud-warning'
      ? findCharge(sql, connectionId, sandboxConnectionId, event)
      : undefined;
  });

/** A person has to decide: the dispute shows the report, and the ledger does not have its money. */
async function giveUp(services: Services, stored: StoredEvent, error: unknown): Promise<void> {
  const { event, eventNumber } = stored;
  const text = errorText(error);
  const charge = await findDisputed(services, stored);
  if (charge)
    await inTenant(services.database, [charge.companyId], (sql) =>
      reportToOperator(sql, services, {
        companyId: charge.companyId,
        transactionId: charge.txnId,
        report: `a report of its dispute (${event.kind === 'dispute' ? event.name : event.kind}) could not be settled: ${text}`,
        now: services.clock.now(),
      }),
    );
  await finishEvent(services.database, eventNumber, 'HELD', text.slice(0, 300));
}
