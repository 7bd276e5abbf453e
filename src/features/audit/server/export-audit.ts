import { csvLine } from '#contract/csv.ts';
import { problems } from '#contract/problem.ts';
import { inTenant } from '#database/tenant.ts';
import { recordAudit } from '#server/audit.ts';
import { after, minuteMs } from '#server/clock.ts';
import { Download, type StepsAsk, handleInSteps } from '#server/handler.ts';
import { countAttempt } from '#server/throttle.ts';
import { exportAudit as call } from '../calls.ts';
import { type ReadLine, actorOf, readLines } from './audit-lines.ts';
import type { AuditQuestion } from './audit-query.ts';
import { companiesOfScope, scopeOf } from './audit-scope.ts';
import { questionOf } from './question-of.ts';

/** Files one person may begin in the window. */
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

/** Sent as it is read, some rows at a time: no transaction stays open for a slow reader (security §16). */
export const exportAudit = handleInSteps(call, async (ask) => {
  const { caller, services, path, query, now } = ask;
  const { database } = services;
  if ((await countAttempt(database, `export-audit:${caller.id}`, limit.windowMs, now)) > limit.files) {
    throw problems.tooManyRequests(limit.windowMs / 1000);
  }
  const scope = await scopeOf(database, caller, Number(path.orgId));
  const question = questionOf(scope, query, await actorOf(database, query.actor));
  // What happens while the file is written belongs to the next one: the end must come nearer.
  const end = after(now, 1);
  const to = question.to === undefined || question.to > end ? end : question.to;
  const fileName = `audit-${path.orgId}-${now.toISOString().slice(0, 10)}.csv`;
  return new Download(fileName, 'text/csv; charset=utf-8', fileOf(ask, { ...question, to }));
});

type ExportAsk = StepsAsk<typeof call>;

async function* fileOf(ask: ExportAsk, question: AuditQuestion): AsyncGenerator<string> {
  const companies = companiesOfScope(ask.caller, question.scope);
  let rows = 0;
  let isWhole = false;
  try {
    // Spreadsheets take the file for UTF-8 by its first bytes.
    yield `\uFEFF${csvLine(columns)}`;
    let olderThan: AuditQuestion['olderThan'];
    for (;;) {
      const lines = await inTenant(ask.services.database, companies, (sql) =>
        readLines(sql, { ...question, olderThan }, { limit: rowsAtOnce }),
      );
      rows += lines.length;
      if (lines.length > 0) yield lines.map(lineOf).join('');
      olderThan = lines.at(-1)?.place;
      if (lines.length < rowsAtOnce) break;
    }
    isWhole = true;
  } finally {
    await tell(ask, rows, isWhole);
  }
}

/** A second line beside that of the call: how much really left the house. */
async function tell(
  { caller, services, request, path }: ExportAsk,
  rows: number,
  isWhole: boolean,
): Promise<void> {
  await recordAudit(services.database, {
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

function lineOf(line: ReadLine): string {
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
