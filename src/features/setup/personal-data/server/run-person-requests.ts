import { type TenantSql, inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { NotSealedYet } from '#features/record/audit/server/erase-values.ts';
import { eraseRequestsWith } from '#features/integration/request-log/server/erase-requests.ts';
import { findHeldCustomers } from '#features/record/legal-holds/server/hold-table.ts';
import { addMs, dayMs, minuteMs, secondMs } from '#server/clock.ts';
import { type Job, runDueWork } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { type Counts, exportDays } from '../data-kinds.ts';
import { erasePerson } from './erase-person.ts';
import { erasePayments } from './erase-payments.ts';
import { exportPerson } from './export-person.ts';
import { collectRoots, readCustomers, readSubject } from './person-payments.ts';
import * as db from './person-table.ts';
import { findWaits } from './wait-reasons.ts';

/** Longer than one step takes. Afterwards its worker has died. */
const leaseMs = 5 * minuteMs;
/** An open payment, a hold or a case is looked at again. */
const againMs = dayMs;
const paymentsAtOnce = 50;
const maxExportAttempts = 5;

/**
 * Makes files of persons' data and erases it. Each step is one transaction that can be repeated, so a worker that dies leaves
 * whole steps, and another one goes on.
 */
export const runPersonRequests: Job = {
  name: 'run-person-requests',
  everySeconds: 5,
  run: (services, callWorkers) =>
    runDueWork({
      lease: (limit) => {
        const now = services.clock.now();
        return inTenant(services.database, 'all-tenants', (sql) =>
          db.leaseRequests(sql, { now, until: addMs(now, leaseMs), limit }),
        );
      },
      run: (request) => tryRun(services, request),
      callWorkers,
    }),
};

type Key = Pick<db.StoredRequest, 'companyId' | 'requestId'>;

async function tryRun(services: Services, key: Key): Promise<void> {
  const { database, clock, log } = services;
  try {
    while (await runStep(services, key));
  } catch (error) {
    const request = await inTenant(database, [key.companyId], (sql) =>
      db.findRequest(sql, [key.companyId], key.requestId),
    );
    const attempts = Math.max(1, request?.attempts ?? 1);
    const isUnsealed = error instanceof NotSealedYet;
    if (!isUnsealed)
      log.error({ err: error, requestId: key.requestId }, "a request about a person's data did not finish");
    const isOver = request?.kind === 'EXPORT' && attempts >= maxExportAttempts;
    const now = clock.now();
    await inTenant(database, [key.companyId], async (sql) => {
      if (isOver) await db.recordEnd(sql, key, { state: 'FAILED', now, failure: 'UNEXPECTED' });
      else await db.recordWaiting(sql, key, addMs(now, isUnsealed ? 5 * secondMs : attempts * minuteMs));
    });
  }
}

/** Runs one step. Returns whether another one can follow at once. */
function runStep(services: Services, key: Key): Promise<boolean> {
  return inTenant(services.database, [key.companyId], async (sql) => {
    const request = await db.lockRequest(sql, key);
    if (!request) return false;
    if (request.kind === 'EXPORT') return makeExport(services, sql, request);
    const steps = { COLLECT: collect, PERSON: runPerson, REQUESTS: runRequests, PAYMENTS: runPayments };
    return steps[request.step](services, sql, request);
  });
}

type Step = (services: Services, sql: TenantSql, request: db.StoredRequest) => Promise<boolean>;

const makeExport: Step = async (services, sql, request) => {
  const now = services.clock.now();
  const { bytes, counts } = await exportPerson(sql, request, now);
  await db.recordEnd(sql, request, { state: 'DONE', now, fileBytes: bytes, counts });
  await audit(sql, request, 'exportPerson', now, counts);
  return false;
};

/** Finds the payments and what else names the person, before anything of it is erased. */
const collect: Step = async ({ clock }, sql, request) => {
  const now = clock.now();
  const customers = await readCustomers(sql, request, request.customerIds);
  const roots = await collectRoots(sql, request, customers);
  await db.insertPayments(sql, request, roots, now);
  const isWholeCompany = request.subject?.isWholeCompany ?? false;
  const subject = await readSubject(sql, request, customers, { roots, isWholeCompany });
  await db.recordStep(sql, request, { step: 'PERSON', subject, counts: {}, until: addMs(now, leaseMs) });
  return true;
};

const runPerson: Step = async ({ clock, keys }, sql, request) => {
  const now = clock.now();
  const { companyId, customerIds: customers, subject } = request;
  const held = await findHeldCustomers(sql, { companyId, customers, now });
  if (held.size > 0 || !subject) {
    await db.recordWaiting(sql, request, addMs(now, againMs));
    return false;
  }
  const counts = await erasePerson(
    sql,
    { ...request, auditSeal: keys.auditSeal, now },
    { ...request, subject },
  );
  await db.recordStep(sql, request, { step: 'REQUESTS', counts, position: 0, until: addMs(now, leaseMs) });
  return true;
};

const runRequests: Step = async ({ clock }, sql, request) => {
  const now = clock.now();
  const { companyId, subject, position } = request;
  const until = addMs(now, leaseMs);
  const part = subject
    ? await eraseRequestsWith(sql, {
        companyId,
        values: [...subject.emails, ...subject.telephones],
        merchantIds: subject.isWholeCompany ? undefined : request.merchantIds,
        position: position ?? 0,
      })
    : { erased: 0, position: undefined };
  const counts = { requests: part.erased };
  if (part.position === undefined)
    await db.recordStep(sql, request, { step: 'PAYMENTS', subject: null, counts, until });
  else await db.recordStep(sql, request, { step: 'REQUESTS', position: part.position, counts, until });
  return true;
};

const runPayments: Step = async ({ clock, keys, config }, sql, request) => {
  const now = clock.now();
  const { companyId } = request;
  const roots = await db.findDuePayments(sql, request, now, paymentsAtOnce);
  if (roots.length === 0) return finish(sql, request, now);
  const disputeDays = config.disputePeriodDays;
  const waits = await findWaits(sql, { companyId, roots, now, disputeDays });
  for (const [root, { reason, until }] of waits) {
    const nextAt = until ?? addMs(now, againMs);
    await db.deferPayment(sql, request, root, { reason, until, nextAt });
  }
  const free = roots.filter((root) => !waits.has(root));
  const counts = await erasePayments(sql, { ...request, auditSeal: keys.auditSeal, now }, free);
  await db.deletePayments(sql, request, free);
  await db.recordStep(sql, request, { step: 'PAYMENTS', counts, until: addMs(now, leaseMs) });
  return true;
};

async function finish(sql: TenantSql, request: db.StoredRequest, now: Date): Promise<boolean> {
  const next = await db.findNextPayment(sql, request);
  if (next) {
    await db.recordWaiting(sql, request, next);
    return false;
  }
  await db.recordEnd(sql, request, { state: 'DONE', now });
  await audit(sql, request, 'erasePerson', now, request.counts);
  return false;
}

/** Who requested it and why, and how much it was. The request's own event has the user's address. */
function audit(
  sql: TenantSql,
  request: db.StoredRequest,
  act: string,
  at: Date,
  counts: Counts,
): Promise<void> {
  const { companyId, organisationId, requestId, reason, requestedBy } = request;
  return writeAuditEvent(sql, {
    at,
    companyId,
    organisationId,
    actorKind: 'system',
    actor: 'personal-data',
    ip: '',
    userAgent: '',
    act,
    objectKind: 'personRequest',
    objectId: requestId,
    outcome: 'allowed',
    detail: { requestedBy, reason, counts },
    requestId: '',
  });
}

const filesAtOnce = 20;

/** Files of exports are deleted after seven days. */
export const deleteOldPersonFiles: Job = {
  name: 'delete-old-person-files',
  everySeconds: 3600,
  async run({ database, clock }) {
    const before = addMs(clock.now(), -exportDays * dayMs);
    const run = () => inTenant(database, 'all-tenants', (sql) => db.deleteOldFiles(sql, before, filesAtOnce));
    while ((await run()) === filesAtOnce);
  },
};
