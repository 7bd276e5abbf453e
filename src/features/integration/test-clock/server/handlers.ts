import type { TenantSql } from '#database/tenant.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { type HandlerContext, handle } from '#server/handler.ts';
import type { Permission } from '#shared/permissions.ts';
import { Problem, problems } from '#shared/problem.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { TestClockState } from '../schemas.ts';
import { maxAheadDays, maxMoveDays } from '../test-clock-limits.ts';
import {
  type StoredClock,
  beginEnd,
  beginMove,
  countLater,
  findClock,
  listLive,
  lockClocks,
} from './test-clock-table.ts';

/*
 * These handlers have real time (src/app/server/handlers.ts): `now` is never that of the clock.
 */

export const getTestClock = handle(
  endpoints.getTestClock,
  schemas.getTestClock,
  async ({ sql, caller, resource, now }) => {
    const company = await findCompany(sql, resource.companyId);
    const { companyId } = company;
    const clock = await findClock(sql, companyId);
    return {
      ...describe(clock, now),
      companyId,
      companyName: company.name,
      realNow: now.toISOString(),
      movedFrom: clock?.movedFrom?.toISOString() ?? null,
      live: clock ? [] : await listLive(sql, companyId),
      mayMove: mayOn(caller, 'P_MANAGE_API_KEYS', company.path),
      later: clock && !clock.isEnding ? await countLater(sql, companyId, now) : null,
    };
  },
);

export const moveTestClock = handle(endpoints.moveTestClock, schemas.moveTestClock, async (ctx) => {
  const company = await findCompany(ctx.sql, ctx.resource.companyId);
  if (!mayOn(ctx.caller, 'P_MANAGE_API_KEYS', company.path)) throw problems.forbidden();
  return move(ctx, company.companyId);
});

export const endTestClock = handle(endpoints.endTestClock, schemas.endTestClock, async (ctx) => {
  const company = await findCompany(ctx.sql, ctx.resource.companyId);
  if (!mayOn(ctx.caller, 'P_MANAGE_API_KEYS', company.path)) throw problems.forbidden();
  return end(ctx, company.companyId);
});

export const getCompanyClock = handle(
  endpoints.getCompanyClock,
  schemas.getCompanyClock,
  async ({ sql, caller, resource, now }) => {
    requireTestKey(caller);
    return describe(await findClock(sql, resource.companyId), now);
  },
);

export const moveCompanyClock = handle(endpoints.moveCompanyClock, schemas.moveCompanyClock, async (ctx) => {
  await requireWholeCompany(ctx.sql, ctx.caller, ctx.resource.companyId);
  return move(ctx, ctx.resource.companyId);
});

export const endCompanyClock = handle(endpoints.endCompanyClock, schemas.endCompanyClock, async (ctx) => {
  await requireWholeCompany(ctx.sql, ctx.caller, ctx.resource.companyId);
  return end(ctx, ctx.resource.companyId);
});

function requireTestKey({ mode }: Caller): void {
  if (mode !== 'TEST') throw problems.testKeyNeeded();
}

/** A clock moves the payments of every installation, so a key of some of them may not. */
async function requireWholeCompany(sql: TenantSql, caller: Caller, companyId: number): Promise<void> {
  requireTestKey(caller);
  const rows = await sql<{ path: string }[]>`
    select o.path from installation i join organisation o on o.id = i.installation_id
    where i.company_id = ${companyId}`;
  const needed: Permission = 'P_NEW_PAYMENT';
  if (!rows.every(({ path }) => mayOn(caller, needed, path))) throw problems.keyNotPermitted();
}

/** Above the companies there is no clock: a provider has several. */
async function findCompany(
  sql: TenantSql,
  companyId: number | null,
): Promise<{ companyId: number; name: string; path: string }> {
  if (companyId === null) throw problems.notFound();
  const [row] = await sql<{ companyId: number; name: string; path: string }[]>`
    select id as company_id, name, path from organisation where id = ${companyId}`;
  if (!row) throw problems.notFound();
  return row;
}

const shownTime = (clock: StoredClock | undefined, now: Date): Date =>
  !clock || clock.isEnding ? now : (clock.frozenAt ?? addMs(now, clock.aheadMs));

function describe(clock: StoredClock | undefined, now: Date) {
  const state: TestClockState = !clock
    ? 'REAL'
    : clock.isEnding
      ? 'ENDING'
      : clock.frozenAt
        ? 'MOVING'
        : 'SET';
  return {
    state,
    now: shownTime(clock, now).toISOString(),
    target: state === 'MOVING' ? (clock?.target?.toISOString() ?? null) : null,
  };
}

type Moving = Pick<
  HandlerContext<typeof endpoints.moveTestClock>,
  'sql' | 'caller' | 'request' | 'now' | 'body'
>;

async function move({ body, ...ctx }: Moving, companyId: number) {
  const { sql, now, caller } = ctx;
  await lockClocks(sql);
  const before = await findClock(sql, companyId);
  if (before?.isEnding) throw new Problem(409, 'TEST_CLOCK_ENDING', 'test_clock_ending');
  if (before?.frozenAt) throw new Problem(409, 'TEST_CLOCK_MOVING', 'test_clock_moving');
  const from = shownTime(before, now);
  const target = readTarget(body, from, now);
  const [live] = await listLive(sql, companyId);
  if (live) throw new Problem(409, 'TEST_CLOCK_LIVE', 'test_clock_live', { subject: live.name });
  await beginMove(sql, companyId, { from, target, realNow: now, by: caller.name });
  await auditClock(ctx, companyId, 'moveTestClock', { from, to: target });
  return describe(await findClock(sql, companyId), now);
}

/** Forward only, and not too far. Throws 400 with the field. */
function readTarget({ to, days }: Moving['body'], from: Date, now: Date): Date {
  if (to !== undefined && days !== undefined) throw problems.invalid('body.days', 'not_allowed');
  if (to === undefined && days === undefined) throw problems.invalid('body.to', 'missing');
  const field = to === undefined ? 'body.days' : 'body.to';
  const target = to === undefined ? addMs(from, (days ?? 0) * dayMs) : new Date(to);
  if (target <= from) throw problems.invalid(field, 'too_small');
  const isTooFar = target > addMs(from, maxMoveDays * dayMs) || target > addMs(now, maxAheadDays * dayMs);
  if (isTooFar) throw problems.invalid(field, 'too_large');
  return target;
}

type Ending = Pick<HandlerContext<typeof endpoints.endTestClock>, 'sql' | 'caller' | 'request' | 'now'>;

/** Repeatable: without a clock nothing changes. */
async function end(ctx: Ending, companyId: number) {
  const { sql, now } = ctx;
  await lockClocks(sql);
  const before = await findClock(sql, companyId);
  if (before && !before.isEnding) {
    await beginEnd(sql, companyId, now);
    await auditClock(ctx, companyId, 'endTestClock', { from: shownTime(before, now), to: now });
  }
  return describe(await findClock(sql, companyId), now);
}

/** These handlers have real time, so the event gets the clock's time here. */
const auditClock = (
  { sql, ...by }: Ending,
  companyId: number,
  act: 'moveTestClock' | 'endTestClock',
  { from, to }: { from: Date; to: Date },
): Promise<void> =>
  auditAction(sql, {
    by,
    companyId,
    organisationId: companyId,
    act,
    objectKind: 'organisation',
    objectId: String(companyId),
    before: { time: from.toISOString() },
    after: { time: to.toISOString() },
    detail: { testClock: from.toISOString() },
  });
