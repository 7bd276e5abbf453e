import { inTenant } from '#database/tenant.ts';
import { repeatPayment } from '#features/payments/payments/server/repeat.ts';
import type { PaymentContext } from '#features/payments/payments/server/payment-context.ts';
import {
  type DueAttempt,
  delayDueEpisode,
  leaseDueEpisodes,
  nextDueEpisode,
} from '#features/payments/schedules/server/db/claim-episode.ts';
import { recordNotRun } from '#features/payments/schedules/server/settle-schedules.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import { type Job, runDueWork } from '#server/job.ts';
import type { Services } from '#server/services.ts';

/** Other processes don't get leased attempts for this long. The claim, not the lease, prevents double charges. */
const leaseMs = 5 * minuteMs;
/** The delay before a charge with another operation in progress is tried again. */
const retryDelayMs = minuteMs;

/**
 * Charges every due episode, earliest first, as a REPEAT of its root transaction (docs/domain.md#episodes). Processes
 * share the work: each attempt is claimed in the database transaction that inserts its charge. The sweeper settles
 * what a killed process had sent (docs/decisions/0027).
 */
export const runDueEpisodes: Job = {
  name: 'run-due-episodes',
  everySeconds: 30,
  ofCompany: {
    nextDue: nextDueEpisode,
  },
  run: (services, callWorkers) =>
    runDueWork({
      lease: (limit) => leaseDueAttempts(services, limit),
      run: (attempt) => runAttempt(services, attempt),
      callWorkers,
    }),
};

async function leaseDueAttempts({ database, clock }: Services, limit: number): Promise<DueAttempt[]> {
  const now = clock.now();
  return inTenant(database, 'all-tenants', (sql) =>
    leaseDueEpisodes(sql, { now, until: addMs(now, leaseMs), limit }),
  );
}

async function runAttempt(services: Services, attempt: DueAttempt): Promise<void> {
  const { companyId, scheduleId, index: episode } = attempt;
  try {
    await chargeEpisode(services, attempt);
  } catch (error) {
    services.log.error({ err: error, scheduleId, episode }, 'episode not run');
    // When the database is unavailable, the lease expires and another run tries again.
    await inTenant(services.database, [companyId], (sql) =>
      recordNotRun(sql, companyId, attempt, services.clock.now()),
    ).catch((err: unknown) => services.log.error({ err, scheduleId, episode }, 'episode not postponed'));
  }
}

async function chargeEpisode(services: Services, attempt: DueAttempt): Promise<void> {
  const { scheduleId, index, retryIndex, rootId } = attempt;
  const context = buildPaymentContext(services, attempt);
  const { body } = await repeatPayment(context, rootId, { transaction: undefined });
  const code = body.outcome?.reasonCode;
  services.log.info({ scheduleId, episode: index, retry: retryIndex, code }, 'episode');
  // Another operation of the charge is in progress, so no attempt was made.
  if (code === 'A125' || code === 'L100') await delayRetry(services, attempt);
}

function buildPaymentContext(services: Services, attempt: DueAttempt): PaymentContext {
  const { companyId, merchantId, installationId, merchantPath, scheduleId, index, retryIndex } = attempt;
  return {
    services,
    now: services.clock.now(),
    companyId,
    merchantId,
    installationId,
    merchantPath,
    program: 'gateway',
    actor: { kind: 'system', id: 'schedules' },
    ip: '',
    requestId: `schedule:${scheduleId}:${index}:${retryIndex}`,
    episode: { scheduleId, index, retryIndex },
    inTenant: (work) => inTenant(services.database, [companyId], work),
  };
}

async function delayRetry({ database, clock }: Services, attempt: DueAttempt): Promise<void> {
  const until = addMs(clock.now(), retryDelayMs);
  await inTenant(database, [attempt.companyId], (sql) => delayDueEpisode(sql, attempt, until));
}
