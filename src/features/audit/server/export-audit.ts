import { csvLine } from '#shared/csv.ts';
import { problems } from '#shared/problem.ts';
import { inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import {
  Download,
  type HandlerContextWithoutTransaction,
  handleWithoutTransaction,
} from '#server/handler.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { exportAudit as endpoint } from '../endpoints.ts';
import { type ReadLine, findActorId, readLines } from './audit-lines.ts';
import { type AuditQuery, buildAuditQuery } from './audit-query.ts';
import { loadTenantIdsInScope, loadAuditScope } from './audit-scope.ts';

/** Exports that one user may start in the window. */
const limit = { files: 20, windowMs: 10 * minuteMs };
const rowsAtOnce = 1000;

const columns = [
  'number',
  'time_utc',
  'actor_kind',
  'actor',
  'actor_name',
  'organisation_id',
  'organisation',
  'ip',
  'user_agent',
  'act',
  'object_kind',
  'object_id',
  'outcome',
  'before',
  'after',
  'detail',
  'request_id',
];

/** Streams in batches, so that no transaction stays open for a slow reader (docs/domain.md#slow-readers). */
export const exportAudit = handleWithoutTransaction(endpoint, async (ctx) => {
  const { caller, services, path, query, now } = ctx;
  const { database } = services;
  if ((await countAttempt(database, `export-audit:${caller.id}`, limit.windowMs, now)) > limit.files) {
    throw problems.tooManyRequests(limit.windowMs / 1000);
  }
  const scope = await loadAuditScope(database, caller, Number(path.orgId));
  const filter = buildAuditQuery(scope, query, await findActorId(database, query.actor));
  // Excludes events that occur while the file is written, so that the export ends.
  const end = addMs(now, 1);
  const to = filter.to === undefined || filter.to > end ? end : filter.to;
  const fileName = `audit-${path.orgId}-${now.toISOString().slice(0, 10)}.csv`;
  return new Download(fileName, 'text/csv; charset=utf-8', streamAuditCsv(ctx, { ...filter, to }));
});

type ExportAsk = HandlerContextWithoutTransaction<typeof endpoint>;

async function* streamAuditCsv(ctx: ExportAsk, query: AuditQuery): AsyncGenerator<string> {
  const tenantIds = loadTenantIdsInScope(ctx.caller, query.scope);
  let rows = 0;
  let isWhole = false;
  try {
    // The byte order mark makes spreadsheets read UTF-8.
    yield `\uFEFF${csvLine(columns)}`;
    let olderThan: AuditQuery['olderThan'];
    for (;;) {
      const lines = await inTenant(ctx.services.database, tenantIds, (sql) =>
        readLines(sql, { ...query, olderThan }, { limit: rowsAtOnce }),
      );
      rows += lines.length;
      if (lines.length > 0) yield lines.map(csvLineFor).join('');
      olderThan = lines.at(-1)?.place;
      if (lines.length < rowsAtOnce) break;
    }
    isWhole = true;
  } finally {
    await auditExport(ctx, rows, isWhole);
  }
}

/** A second audit event with the number of rows that were sent. */
async function auditExport(
  { caller, services, request, path }: ExportAsk,
  rows: number,
  isWhole: boolean,
): Promise<void> {
  await writeAuditEvent(services.database, {
    at: services.clock.now(),
    organisationId: Number(path.orgId),
    actorKind: caller.kind,
    actor: caller.id,
    ip: request.ip,
    userAgent: request.userAgent,
    act: 'exportAuditEnd',
    objectKind: 'organisation',
    objectId: path.orgId,
    outcome: isWhole ? 'allowed' : 'failed: CUT_OFF',
    detail: { rows },
    requestId: request.id,
  });
}

function csvLineFor(line: ReadLine): string {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return csvLine([
    Number(line.seq),
    line.place.at,
    line.actorKind,
    line.actor,
    line.actorName,
    line.organisationId,
    line.organisationName,
    line.ip,
    line.userAgent,
    line.act,
    line.objectKind,
    line.objectId,
    line.outcome,
    json(line.before),
    json(line.after),
    json(line.detail),
    line.requestId,
  ]);
}
