import { randomUUID } from 'node:crypto';
import { inTenant, type TenantSql } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { addMs, hourMs, minuteMs, secondMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { atTestClock, limitedTo } from '#server/time/test-clock.ts';
import { returnToRealTime } from './return-to-real-time.ts';
import {
  type StoredClock,
  finishMove,
  leaseClock,
  listDueClocks,
  releaseClock,
  stepClock,
} from './test-clock-table.ts';

/** Longer than any job runs. Afterwards another worker goes on where this one was. */
const leaseMs = 3 * minuteMs;
/** How often a worker looks whether it still has the clock, at least once a step. */
const recheckMs = 5 * secondMs;
/** How often the jobs of a company run whose clock is set and does not move. */
const pauseMs = 5 * secondMs;
/** The queue gives a run two minutes, and one job takes at most one. */
const maxRunMs = 45 * secondMs;
/** After so many steps a move goes by the hour at least: that of a year has at most 9784. */
const exactSteps = 1000;

/**
 * Does the work of companies with a test clock, apart from all others (docs/domain.md#test-clocks). A move is a walk from one due
 * time to the next: the clock shows that time while `jobs` do what is due then. Each step is stored, and every job claims what it
 * does, so after a crash another worker does the same step again and nothing twice.
 */
export const runTestClocks = (jobs: readonly Job[]): Job => ({
  name: 'run-test-clocks',
  everySeconds: 2,
  async run(services) {
    const until = performance.now() + maxRunMs;
    for (const companyId of await listDueClocks(services.database, services.clock.now())) {
      if (performance.now() > until) return;
      await runCompany(services, jobs, companyId, until).catch((error: unknown) =>
        services.log.error({ err: error, companyId }, 'test clock not moved'),
      );
    }
  },
});

async function runCompany(
  services: Services,
  jobs: readonly Job[],
  companyId: number,
  until: number,
): Promise<void> {
  const { database, clock } = services;
  const worker = randomUUID();
  const lease = () => {
    const realNow = clock.now();
    return leaseClock(database, companyId, { worker, realNow, until: addMs(realNow, leaseMs) });
  };
  let stored = await lease();
  while (stored) {
    if (stored.isEnding) return endClock(services, jobs, stored);
    const current: StoredClock | undefined = await runJobsOf(services, jobs, stored, lease);
    if (current && isSameTime(current, stored)) {
      if (stored.frozenAt === null || !(await step(services, jobs, stored, worker))) break;
    }
    stored = current && performance.now() < until ? await lease() : undefined;
  }
  const nextRunAt = addMs(clock.now(), stored ? pauseMs : 0);
  await releaseClock(database, companyId, { worker, nextRunAt });
}

/** Neither moved, nor ended. */
const isSameTime = (current: StoredClock, { frozenAt }: StoredClock): boolean =>
  !current.isEnding && current.frozenAt?.getTime() === frozenAt?.getTime();

/** The jobs see only this company, at its time. Returns the clock as it is afterwards; undefined: another worker has it. */
async function runJobsOf(
  services: Services,
  jobs: readonly Job[],
  stored: StoredClock,
  lease: () => Promise<StoredClock | undefined>,
): Promise<StoredClock | undefined> {
  const { companyId, aheadMs, frozenAt } = stored;
  const testClock = { aheadMs, frozenMs: frozenAt?.getTime() ?? null };
  const own = {
    ...atTestClock(services, testClock),
    database: limitedTo(services.database, [companyId]),
    testClocks: undefined,
  };
  let checked = performance.now();
  for (const job of jobs) {
    if (performance.now() - checked > recheckMs) {
      const current = await lease();
      if (!current || !isSameTime(current, stored)) return current;
      checked = performance.now();
    }
    // As in the worker, a job that fails does not keep the others from their work.
    await job
      .run(own)
      .catch((error: unknown) => services.log.error({ err: error, companyId, job: job.name }, 'job failed'));
  }
  return lease();
}

/** Goes to the next due time, or ends the move. False at its end. */
async function step(
  services: Services,
  jobs: readonly Job[],
  stored: StoredClock,
  worker: string,
): Promise<boolean> {
  const { database, clock } = services;
  const { companyId, frozenAt, target, movedFrom, steps } = stored;
  if (!frozenAt || !target) return false;
  if (frozenAt >= target) {
    await inTenant(database, [companyId], async (sql) => {
      const realNow = clock.now();
      if (await finishMove(sql, stored, { worker, realNow }))
        await auditArrival(sql, companyId, { realNow, target, movedFrom, steps });
    });
    return false;
  }
  const due = await inTenant(database, [companyId], (sql) => findNextDue(sql, jobs, frozenAt));
  const latest = target.getTime();
  const earliest = steps < exactSteps ? frozenAt.getTime() : addMs(frozenAt, hourMs).getTime();
  const to = new Date(Math.min(Math.max(due?.getTime() ?? latest, earliest), latest));
  await stepClock(database, stored, { worker, to });
  return true;
}

async function findNextDue(sql: TenantSql, jobs: readonly Job[], after: Date): Promise<Date | undefined> {
  const found: number[] = [];
  for (const { ofCompany } of jobs) {
    const rows = (await ofCompany?.nextDue?.(sql, after)) ?? [];
    for (const { at } of rows) if (at && at > after) found.push(at.getTime());
  }
  return found.length > 0 ? new Date(Math.min(...found)) : undefined;
}

async function endClock(
  services: Services,
  jobs: readonly Job[],
  { companyId, aheadMs, frozenAt }: StoredClock,
): Promise<void> {
  const { database, clock } = services;
  const realNow = clock.now();
  const shownMs = frozenAt?.getTime() ?? realNow.getTime() + aheadMs;
  await inTenant(database, [companyId], (sql) =>
    returnToRealTime(sql, jobs, companyId, { realNow, aheadMs: Math.max(0, shownMs - realNow.getTime()) }),
  );
}

const auditArrival = (
  sql: TenantSql,
  companyId: number,
  {
    realNow,
    target,
    movedFrom,
    steps,
  }: { realNow: Date; target: Date; movedFrom: Date | null; steps: number },
): Promise<void> =>
  writeAuditEvent(sql, {
    at: realNow,
    companyId,
    organisationId: companyId,
    actorKind: 'system',
    actor: 'test-clock',
    ip: '',
    userAgent: '',
    act: 'testClockArrived',
    objectKind: 'organisation',
    objectId: String(companyId),
    outcome: 'allowed',
    detail: { from: movedFrom?.toISOString() ?? null, testClock: target.toISOString(), steps },
    requestId: '',
  });
