import type { TenantSql } from '#database/tenant.ts';
import { pipelined } from '#database/pipelined.ts';
import { formatMinor } from '#shared/money.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { handle } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { BellEntry } from '../schemas.ts';
import { readAssignments, readDecisions, readJobs, readSeen, writeSeen } from './bell-table.ts';

const maxEntries = 20;
const shownMs = 30 * dayMs;
const casePermissions = ['P_SEARCH_CASE_MANAGEMENT', 'P_ACCESS_CASE_MANAGEMENT'] as const;

export const getBell = handle(endpoints.getBell, schemas.getBell, async ({ sql, caller, now }) => {
  const { entries, running } = await readEntries(sql, caller, now);
  return { running, entries, unread: countUnread(entries, await readSeen(sql, caller.id)) };
});

export const markBellSeen = handle(
  endpoints.markBellSeen,
  schemas.markBellSeen,
  async ({ sql, caller, body, now }) => {
    // A time in the future would hide what has not happened yet.
    const until = new Date(Math.min(Date.parse(body.until), now.getTime()));
    await writeSeen(sql, caller.id, until);
    const { entries } = await readEntries(sql, caller, now);
    return { unread: countUnread(entries, await readSeen(sql, caller.id)) };
  },
);

const countUnread = (entries: readonly BellEntry[], seenAt: Date | undefined): number =>
  entries.filter(({ at }) => seenAt === undefined || new Date(at) > seenAt).length;

async function readEntries(
  sql: TenantSql,
  caller: Caller,
  now: Date,
): Promise<{ entries: BellEntry[]; running: number }> {
  const { id: userId, tenantIds } = caller;
  const reader = { userId, tenantIds, since: addMs(now, -shownMs), limit: maxEntries };
  const [jobs, decisions, assignments] = await pipelined(sql, [
    () => readJobs(sql, reader),
    () => readDecisions(sql, reader),
    () => readAssignments(sql, reader),
  ]);
  const ended = jobs.filter(({ isRunning }) => !isRunning);
  const entries: BellEntry[] = [
    ...ended.map(({ jobId, action, at, total, failed }) => ({
      kind: 'BULK_ENDED' as const,
      at: at.toISOString(),
      jobId,
      action,
      total,
      failed,
    })),
    ...decisions.map(({ approvalId, action, state, at, amountMinor, currency, decidedByName }) => ({
      kind: 'APPROVAL_DECIDED' as const,
      at: at.toISOString(),
      approvalId,
      action,
      state,
      amount: amountMinor === null || currency === null ? null : formatMinor(amountMinor, currency),
      ccyCode: currency,
      decidedBy: decidedByName,
    })),
    ...assignments
      .filter(({ merchantPath }) => casePermissions.some((name) => mayOn(caller, name, merchantPath)))
      .map(({ caseId, at, by }) => ({
        kind: 'CASE_ASSIGNED' as const,
        at: at.toISOString(),
        caseId: String(caseId),
        by,
      })),
  ];
  return {
    entries: entries.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, maxEntries),
    running: jobs.length - ended.length,
  };
}
