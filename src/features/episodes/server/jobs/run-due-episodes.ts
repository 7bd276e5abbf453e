import { inTenant } from '#database/tenant.ts';
import { followUpTransaction } from '#features/payments/server/pipeline/follow-up-transaction.ts';
import type { PaymentContext } from '#features/payments/server/pipeline/payment-context.ts';
import {
  type DueAttempt,
  delayDueEpisode,
  leaseDueEpisodes,
} from '#features/schedules/server/store/due-episodes.ts';
import { recordNotRun } from '#features/schedules/server/store/settle/record-not-run.ts';
import { addMs, minuteMs, secondMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';

/** How many attempts one worker takes in hand, and how many it makes at a time. */
const batch = 64;
const lanes = 8;
/** Others leave what is in hand alone for so long; the claim, not this, keeps an episode from being charged twice. */
const leaseMs = 5 * minuteMs;
/** A charge that is busy with something else is asked again so much later. */
const putOffMs = minuteMs;
/** The queue gives a run two minutes; what is left is the next one's. */
const maxRunMs = 60 * secondMs;

/**
 * Charges every episode that is due, the earliest first: a REPEAT of its root through the pipeline
 * (docs/domain.md#episodes). Any number of workers share the work; each attempt is claimed in the transaction that
 * writes its charge down, and what a killed worker had sent is booked by the sweeper
 * (docs/decisions/0027).
 */
export const runDueEpisodes: Job = {
  name: 'run-due-episodes',
  everySeconds: 30,
  async run(services, callHelp) {
    const next = handOut(services, performance.now() + maxRunMs, callHelp);
    const lane = async (): Promise<void> => {
      for (let attempt = await next(); attempt; attempt = await next()) await tryOne(services, attempt);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  },
};

/** Gives what is due one by one, and takes more in hand when nothing is left, so that no lane waits for the others. */
function handOut(services: Services, until: number, callHelp: (() => Promise<void>) | undefined) {
  const waiting: DueAttempt[] = [];
  let help = callHelp;
  let filling: Promise<number> | undefined;
  const leaseMore = async (): Promise<number> => {
    const due = await lease(services);
    waiting.push(...due);
    if (due.length === batch) {
      // More than one batch: whoever is idle takes part.
      const endpoint = help;
      help = undefined;
      await endpoint?.();
    }
    return due.length;
  };
  return async (): Promise<DueAttempt | undefined> => {
    while (waiting.length === 0 && performance.now() < until) {
      // One that began before this lane was free does not know what the lane itself has made due since.
      const isOwn = filling === undefined;
      filling ??= leaseMore().finally(() => {
        filling = undefined;
      });
      if ((await filling) === 0 && isOwn) break;
    }
    return waiting.shift();
  };
}

async function lease({ database, clock }: Services): Promise<DueAttempt[]> {
  const now = clock.now();
  return inTenant(database, 'every-company', (sql) =>
    leaseDueEpisodes(sql, { now, until: addMs(now, leaseMs), limit: batch }),
  );
}

async function tryOne(services: Services, attempt: DueAttempt): Promise<void> {
  const { companyId, scheduleId, index: episode } = attempt;
  try {
    await runOne(services, attempt);
  } catch (error) {
    services.log.error({ err: error, scheduleId, episode }, 'episode not run');
    // Without a database not even this can be written; the lease ends, and another run tries again.
    await inTenant(services.database, [companyId], (sql) =>
      recordNotRun(sql, companyId, attempt, services.clock.now()),
    ).catch((err: unknown) => services.log.error({ err, scheduleId, episode }, 'episode not postponed'));
  }
}

async function runOne(services: Services, attempt: DueAttempt): Promise<void> {
  const { scheduleId, index, retryIndex, rootId } = attempt;
  const context = buildPaymentContext(services, attempt);
  const { body } = await followUpTransaction(context, 'repeat', rootId, { transaction: undefined });
  const code = body.outcome?.reasonCode;
  services.log.info({ scheduleId, episode: index, retry: retryIndex, code }, 'episode');
  // Somebody else is at this charge: no attempt was made.
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
  const until = addMs(clock.now(), putOffMs);
  await inTenant(database, [attempt.companyId], (sql) => delayDueEpisode(sql, attempt, until));
}
