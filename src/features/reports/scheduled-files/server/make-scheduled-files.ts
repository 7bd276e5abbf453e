import { createHash } from 'node:crypto';
import { Problem } from '#shared/problem.ts';
import { formatMinor } from '#shared/money.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { sqlState } from '#database/sql-state.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { loadUserCaller } from '#server/auth/access-store.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { addMs, dayMs, minuteMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import type { Services } from '#server/services.ts';
import { isHeldUnder } from '#features/reports/transactions/column-choice.ts';
import { openFile } from '#features/reports/exports/server/open-file.ts';
import { transactionField } from '#features/record/reporting/fields/transaction-fields.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { buildReportQuery } from '#features/record/reporting/server/build-report-query.ts';
import type { MerchantScope } from '#features/record/reporting/server/merchant-scope.ts';
import type { MoneySum } from '#features/record/reporting/server/money-sums.ts';
import { resolveScope } from '#features/record/reporting/server/search.ts';
import { onCardOf } from '#features/reports/views/server/on-card-of.ts';
import { type StoredView, findVisibleView } from '#features/reports/views/server/view-table.ts';
import { buildViewRequest } from '#features/reports/views/view-request.ts';
import { type EndReason, keptDays, partBytes } from '../file-limits.ts';
import type { Manifest } from '../manifest.ts';
import { nextDue, rangeOfPeriod } from '../schedule.ts';
import * as db from './scheduled-file-table.ts';

/** A run ends in time for the queue. */
const maxRunMs = 60_000;
/** Longer than making any file takes. Afterwards its worker has crashed. */
const claimMs = 15 * minuteMs;
const maxAttempts = 3;

/** Any number of workers can run it: each due time gets one file, and one worker claims it. */
export const makeScheduledFiles: Job = {
  name: 'make-scheduled-files',
  everySeconds: 30,
  ofCompany: {
    waiting: [{ table: 'view_file', column: 'next_attempt_at', open: "state in ('QUEUED', 'RUNNING')" }],
    nextDue: (sql, after) => sql<{ at: Date | null }[]>`
      select min(next_due_at) as at from view_subscription
      where ended_at is null and paused_at is null and next_due_at > ${after}`,
  },
  async run(services) {
    const { database, clock } = services;
    const deadline = performance.now() + maxRunMs;
    while (performance.now() < deadline && (await queueOneDue(services)));
    while (performance.now() < deadline) {
      const now = clock.now();
      const file = await inTenant(database, 'all-tenants', (sql) =>
        db.claimFile(sql, now, { until: addMs(now, claimMs), maxAttempts }),
      );
      if (!file) return;
      await makeClaimed(services, file);
    }
  },
};

/** Files are deleted after 30 days. */
export const deleteOldScheduledFiles: Job = {
  name: 'delete-old-scheduled-files',
  everySeconds: 3600,
  async run({ database, clock }) {
    await inTenant(database, 'all-tenants', (sql) =>
      db.deleteOld(sql, addMs(clock.now(), -keptDays * dayMs)),
    );
  },
};

/** Returns whether one was due. Times that passed while no worker ran get their files too, unless these would be deleted. */
function queueOneDue({ database, clock }: Services): Promise<boolean> {
  return inTenant(database, 'all-tenants', async (sql) => {
    const now = clock.now();
    const due = await db.lockDue(sql, now);
    if (!due) return false;
    const oldest = addMs(now, -keptDays * dayMs);
    await db.queueFile(sql, due, nextDue(due, due.nextDueAt > oldest ? due.nextDueAt : oldest));
    return true;
  });
}

/** The subscription cannot go on. */
class SubscriptionOver extends Error {
  readonly reason: EndReason;

  constructor(reason: EndReason) {
    super(reason);
    this.reason = reason;
  }
}

async function makeClaimed(services: Services, file: db.ClaimedFile): Promise<void> {
  const { database, clock, log } = services;
  try {
    await makeFile(services, file);
  } catch (error) {
    const reason =
      error instanceof SubscriptionOver
        ? error.reason
        : error instanceof Problem && error.status === 403
          ? 'NO_PERMISSION'
          : undefined;
    const now = clock.now();
    const isSlow = sqlState(error) === '57014';
    const isBusy = error instanceof Problem && (error.status === 429 || error.status === 503);
    if (reason === undefined && !isBusy)
      log.error({ err: error, fileId: file.fileId }, 'a scheduled file failed');
    await inTenant(database, [file.companyId], async (sql) => {
      if (reason !== undefined) {
        await db.markFailed(sql, file, reason);
        await db.endSubscription(sql, file, reason, now);
      } else if (isBusy) {
        await db.requeueFile(sql, file, { at: addMs(now, minuteMs), isAttempt: false });
      } else if (file.attempts >= maxAttempts) {
        await db.markFailed(sql, file, isSlow ? 'TOO_SLOW' : 'UNEXPECTED');
      } else {
        await db.requeueFile(sql, file, { at: addMs(now, file.attempts * minuteMs), isAttempt: true });
      }
    });
  }
}

interface Work {
  subscription: db.StoredSubscription;
  view: StoredView;
  user: UserRow;
  caller: Caller;
}

interface UserRow {
  userName: string;
  givenName: string;
  active: boolean;
  accessVersion: number;
}

/** The subscription with the rights that its user has now. Throws SubscriptionOver. */
async function loadWork(services: Services, sql: TenantSql, file: db.ClaimedFile): Promise<Work> {
  const subscription = await db.findSubscription(sql, file.companyId, file.subscriptionId);
  if (!subscription) throw new Error('the subscription vanished');
  if (subscription.endReason !== null) throw new SubscriptionOver(subscription.endReason);
  const { userId, organisationPath: path, companyId } = subscription;
  const [user] = await sql<UserRow[]>`
    select user_name, given_name, active, access_version from app_user where user_id = ${userId}`;
  if (!user?.active) throw new SubscriptionOver('USER_INACTIVE');
  const caller = await loadUserCaller(services, userId, user.accessVersion, services.clock.now().getTime());
  if (!mayOn(caller, 'P_VIEW_TRANSACTIONS_NGPORTAL', path)) throw new SubscriptionOver('NO_PERMISSION');
  const view = await findVisibleView(sql, { companyId, userId, path }, subscription.viewId);
  if (!view) throw new SubscriptionOver('VIEW_GONE');
  return { subscription, view, user, caller };
}

/** Stores file, manifest and email together, or nothing: a worker that is killed leaves no part of them. */
async function makeFile(services: Services, claimed: db.ClaimedFile): Promise<void> {
  const { database, clock, config } = services;
  const work = await inTenant(database, [claimed.companyId], (sql) => loadWork(services, sql, claimed));
  const { subscription, view, caller } = work;
  const { organisationPath, organisationId, timeZone, format } = subscription;
  const columns = view.columns.filter((name) => {
    const field = transactionField(name);
    return field !== undefined && isHeldUnder(organisationPath, caller.held, field.needs);
  });
  if (columns.length === 0) throw new SubscriptionOver('NO_PERMISSION');
  const { request, sameCardOf } = buildViewRequest(view.params, {
    columns,
    orgId: organisationId,
    now: claimed.dueAt,
    timeZone,
    range: rangeOfPeriod(subscription.period, claimed.dueAt, timeZone),
    limit: config.exportLimit,
  });
  const scope = await resolveScope({ services, caller }, request);
  const { signal } = new AbortController();
  const opened = await openFile(
    { services, caller, request: { signal } },
    {
      format,
      fields: columns,
      timezone: timeZone,
      hasHeadings: true,
      hasTotals: true,
      // A replica writes it only when it has all of the period.
      isReport: (services.replica?.completeUntil ?? new Date(0)) >= claimed.dueAt,
    },
    async (sql) =>
      buildReportQuery(
        sameCardOf === undefined ? request : await onCardOf(sql, caller, request, sameCardOf),
        scope,
      ),
  );
  try {
    await inTenant(database, [claimed.companyId], async (sql) => {
      // A slow worker whose claim another one has taken stores nothing.
      if (!(await db.holdsClaim(sql, claimed))) return;
      const { bytes, sha256 } = await storeParts(sql, claimed, opened.file);
      const now = clock.now();
      const manifest = buildManifest(work, claimed, {
        request,
        columns,
        bytes,
        sha256,
        now,
        rows: opened.tally.rows,
        sums: opened.sums ?? [],
      });
      await finish(sql, services, work, claimed, { manifest, request, scope, now });
    });
  } finally {
    await opened.rows.stop();
  }
}

async function storeParts(
  sql: TenantSql,
  claimed: db.ClaimedFile,
  file: AsyncIterable<string | Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let [bytes, position] = [0, 0];
  let waiting: Buffer = Buffer.alloc(0);
  const store = async (part: Buffer): Promise<void> => {
    await db.insertPart(sql, claimed, position, part);
    position += 1;
  };
  for await (const chunk of file) {
    const added = Buffer.from(chunk);
    hash.update(added);
    bytes += added.length;
    waiting = Buffer.concat([waiting, added]);
    for (; waiting.length >= partBytes; waiting = waiting.subarray(partBytes))
      await store(waiting.subarray(0, partBytes));
  }
  if (waiting.length > 0) await store(waiting);
  return { bytes, sha256: hash.digest('hex') };
}

interface Made {
  request: SearchRequest;
  columns: string[];
  rows: number;
  sums: readonly MoneySum[];
  bytes: number;
  sha256: string;
  now: Date;
}

function buildManifest(
  { subscription, view, caller }: Work,
  { dueAt }: db.ClaimedFile,
  made: Made,
): Manifest {
  const { timeZone, format } = subscription;
  const filtered = made.request.fields.flatMap(({ field, filter }) => (filter ? [{ field, filter }] : []));
  const isInterval = ({ field, filter }: (typeof filtered)[number]) =>
    field === 'txn_datetime' && filter.operation === 'BETWEEN';
  const [from, to] = filtered.find(isInterval)?.filter.value ?? [];
  const day = zonedDate(dueAt, timeZone);
  return {
    format: 'countinghouse-manifest-1',
    file: {
      name: `${fileStem(subscription.name ?? view.name)}_${day.replaceAll('-', '')}.${format.toLowerCase()}`,
      format,
      bytes: made.bytes,
      sha256: made.sha256,
    },
    rows: made.rows,
    found: made.sums.reduce((all, { number }) => all + Number(number), 0),
    totals: made.sums.map(({ ccyCode, number, taken, refunded, paidOut }) => {
      const money = (minor: bigint): string => formatMinor(minor, ccyCode);
      return {
        currency: ccyCode,
        count: Number(number),
        taken: money(taken),
        refunded: money(refunded),
        paidOut: money(paidOut),
        net: money(taken - refunded - paidOut),
      };
    }),
    columns: made.columns,
    filters: filtered
      .filter((each) => !isInterval(each))
      .map(({ field, filter }) => ({
        field,
        operation: filter.operation,
        values: (filter.value ?? []).map(String),
      })),
    interval:
      from === undefined || to === undefined
        ? null
        : { from: new Date(Number(from)).toISOString(), to: new Date(Number(to)).toISOString() },
    timeZone,
    view: { id: String(view.viewId), name: view.name },
    organisation: { id: subscription.organisationId, name: subscription.organisationName },
    madeFor: { id: caller.id, name: caller.name },
    dueAt: dueAt.toISOString(),
    madeAt: made.now.toISOString(),
  };
}

/** The name of a view in letters, digits, hyphens and underscores. */
function fileStem(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\w-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);
  return plain === '' ? 'View' : plain;
}

async function finish(
  sql: TenantSql,
  { config }: Services,
  { subscription, user, view }: Work,
  claimed: db.ClaimedFile,
  made: { manifest: Manifest; request: SearchRequest; scope: MerchantScope; now: Date },
): Promise<void> {
  await db.markReady(sql, claimed, made);
  await queueMail(sql, {
    key: `scheduled-file:${claimed.companyId}:${claimed.fileId}`,
    template: 'scheduledFile',
    to: user.userName,
    locale: subscription.locale,
    values: {
      name: user.givenName,
      view: subscription.name ?? view.name,
      organisation: subscription.organisationName,
      rows: String(made.manifest.rows),
      linkUrl: `${config.portalUrl}/scheduledFiles`,
    },
    now: made.now,
  });
}
