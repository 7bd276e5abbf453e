import type { Fragment } from '#database/connection.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { countWaiting } from '#features/access/approvals/server/approval-request-table.ts';
import { isLocked, visibleUsers } from '#features/access/users/server/db/visible-users.ts';
import { listVisibleInstallations } from '#features/outbound/webhooks/server/webhook-access.ts';
import { scheduleScope } from '#features/payments/schedules/server/db/schedule-list.ts';
import { expiringLinks } from '#features/payments/smart-links/server/smart-link-table.ts';
import { visibleInstallations } from '#features/payments/smart-links/server/visible-installations.ts';
import {
  type MerchantScope,
  merchantScope,
  scopeCondition,
} from '#features/record/reporting/server/merchant-scope.ts';
import { loadCaseScope, searchingCases } from '#features/review/cases/server/case-scope.ts';
import { queueScope } from '#features/review/queue/server/queue-scope.ts';
import type { Caller } from '#server/auth/caller.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { type HandlerContext, handle } from '#server/handler.ts';
import { actionableStatuses, failedStatuses } from '#shared/payments/review-task.ts';
import type { Permission } from '#shared/permissions.ts';
import { Problem } from '#shared/problem.ts';
import { listNeeds as endpoint } from '../endpoints.ts';
import { type NeedKind, maxNeeds, needKinds } from '../activity-rules.ts';
import { listNeeds as schemas } from '../schemas.ts';
import { activityScope, loadFacts } from './activity-scope.ts';

/** An authorisation that expires within this time is listed. */
const expiryWarningMs = 2 * dayMs;

/** Authorisations that no capture or release has ended and that expire soon. `p` is the payment. */
export const expiringSoon = (sql: TenantSql, scope: MerchantScope, now: Date): Fragment => sql`
  ${scopeCondition(sql, scope)} and p.expires_at > ${now} and p.expires_at <= ${addMs(now, expiryWarningMs)}
  and p.authorised_minor > 0 and p.captured_by is null and p.voided_by is null`;

interface Found {
  number: number;
  at: Date | null;
}

/** At most `maxNeeds` and one of the rows (at), which come in ascending order. */
const countRows = async (sql: TenantSql, rows: Fragment): Promise<Found> => {
  const [found] = await sql<Found[]>`
    select count(*)::int as number, min(at) as at from (${rows} limit ${maxNeeds + 1}) as found`;
  return found ?? { number: 0, at: null };
};

type Context = HandlerContext<typeof endpoint>;

/**
 * Each kind is counted where the caller may open its screen, with the conditions of that screen. Each statement reads an
 * index of open work, and no work that is done.
 */
export const listNeeds = handle(endpoint, schemas, async (ctx) => {
  const scopes = await loadScopes(ctx);
  const found = await pipelined(ctx.sql, [
    ...countReviewWork(ctx, scopes),
    ...countPaymentWork(ctx, scopes),
    ...countAccessWork(ctx, scopes),
  ]);
  const counted = new Map(found.filter((one) => one !== undefined));
  return {
    needs: needKinds.flatMap((kind: NeedKind) => {
      const { number = 0, at = null } = counted.get(kind) ?? {};
      return number === 0
        ? []
        : [{ kind, number: Math.min(number, maxNeeds + 1), at: at?.toISOString() ?? null }];
    }),
  };
});

type Scopes = Awaited<ReturnType<typeof loadScopes>>;
type Step = () => Promise<[NeedKind, Found]> | undefined;

async function loadScopes({ sql, services, caller, resource }: Context) {
  const { organisationId, path } = resource;
  const inside = { ...services, database: sql };
  return {
    disputes: await whereAllowed(caller, 'P_MANAGE_DISPUTES', () =>
      merchantScope(services, caller, [organisationId], [['P_MANAGE_DISPUTES']]),
    ),
    transactions: await whereAllowed(caller, 'P_VIEW_TRANSACTIONS_NGPORTAL', () =>
      activityScope(services, caller, [organisationId]),
    ),
    queue: await whereAllowed(caller, 'P_ACCESS_QUEUE_MANAGEMENT', () =>
      queueScope(inside, caller, organisationId),
    ),
    cases: await whereAllowed(caller, searchingCases.permission, () =>
      loadCaseScope(inside, caller, organisationId, searchingCases),
    ),
    schedules: await whereAllowed(caller, 'P_VIEW_SCHEDULE', () =>
      scheduleScope(services, caller, [String(organisationId)]),
    ),
    webhooks: await whereAllowed(caller, 'P_MANAGE_WEBHOOKS', () =>
      listVisibleInstallations(sql, caller, path),
    ),
    links: await whereAllowed(caller, 'P_CREATE_SMART_LINK', () => visibleInstallations(sql, caller, path)),
  };
}

const countKind = async (kind: NeedKind, counting: Promise<Found>): Promise<[NeedKind, Found]> => [
  kind,
  await counting,
];

function countReviewWork({ sql, caller }: Context, { queue, cases }: Scopes): Step[] {
  const queued =
    queue &&
    sql`
      from queue_task where company_id = any (${queue.tenantIds})
        ${queue.merchants === undefined ? sql`` : sql`and merchant_id = any (${queue.merchants})`}
        and status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED')`;
  // A failed decision has had its time.
  const nextDecision = sql`case when status = any (${[...actionableStatuses]}) then decides_at end`;
  return [
    () =>
      queued &&
      countKind(
        'failedReviews',
        countRows(
          sql,
          sql`select opened_at as at ${queued} and status = any (${[...failedStatuses]}) order by opened_at`,
        ),
      ),
    () =>
      queued && countKind('reviews', countRows(sql, sql`select ${nextDecision} as at ${queued} order by 1`)),
    () =>
      cases &&
      countKind(
        'cases',
        countRows(
          sql,
          sql`
            select opened_at as at from fraud_case
            where company_id = any (${cases.tenantIds}) and merchant_id = any (${cases.merchants})
              and status = 'OPEN' and owner_id = ${caller.id}
            order by opened_at`,
        ),
      ),
  ];
}

function countPaymentWork(
  { sql, caller, query, now }: Context,
  { transactions, schedules, links, disputes }: Scopes,
): Step[] {
  return [
    () =>
      disputes === undefined || disputes.tenantIds.length === 0
        ? undefined
        : countKind(
            'disputes',
            countRows(
              sql,
              sql`
            select deadline as at from dispute where ${scopeCondition(sql, disputes)} and status = 'NEEDS_RESPONSE'
            order by deadline`,
            ),
          ),
    () =>
      transactions &&
      countKind(
        'expiringAuthorisations',
        countRows(
          sql,
          sql`
            select p.expires_at as at from payment p where ${expiringSoon(sql, transactions, now)}
            order by p.expires_at`,
        ),
      ),
    () =>
      schedules &&
      countKind(
        'suspendedSchedules',
        countRows(
          sql,
          sql`
            select suspended_at as at from schedule
            where company_id = any (${schedules.tenantIds}) and merchant_id = any (${schedules.merchants})
              and status = 'TECH_SUSPENDED' and suspended_at is not null
            order by suspended_at`,
        ),
      ),
    () =>
      transactions &&
      countKind(
        'declinedRepeats',
        countDeclinedRepeats(sql, transactions, [Date.parse(query.from), Date.parse(query.until)]),
      ),
    () => {
      if (links === undefined) return undefined;
      const installations = links.map(({ id }) => id);
      const search = { tenantIds: caller.tenantIds, installations, expiresTo: new Date(query.linksUntil) };
      return countKind('expiringLinks', countRows(sql, expiringLinks(sql, search, now)));
    },
  ];
}

function countAccessWork({ sql, caller, resource, now }: Context, { webhooks }: Scopes): Step[] {
  const { path } = resource;
  const holds = (permission: Permission) => caller.held.some(({ name }) => name === permission);
  return [
    () =>
      holds('P_APPROVE')
        ? countKind('approvals', countWaiting(sql, { caller, path }, { now, max: maxNeeds + 1 }))
        : undefined,
    () =>
      webhooks &&
      countKind(
        'webhooks',
        countRows(
          sql,
          sql`
            select failing_since as at from webhook_endpoint e
            where company_id = any (${[...caller.tenantIds]}) and state <> 'deleted' and failing_since is not null
              and exists (
                select from webhook_installation i
                where i.company_id = e.company_id and i.endpoint_id = e.endpoint_id
                  and i.installation_id = any (${webhooks.map(({ installationId }) => installationId)}))
            order by failing_since`,
        ),
      ),
    () =>
      holds('P_MANAGE_PORTAL_USER')
        ? countKind(
            'lockedUsers',
            countRows(
              sql,
              sql`select null::timestamptz as at ${visibleUsers(sql, caller, path)} and ${isLocked(sql, now)}`,
            ),
          )
        : undefined,
  ];
}

/** Undefined where the caller has no such permission, or has it nowhere below the organisation. */
async function whereAllowed<T>(
  caller: Caller,
  permission: Permission,
  load: () => Promise<T>,
): Promise<T | undefined> {
  if (!caller.held.some(({ name }) => name === permission)) return undefined;
  try {
    return await load();
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return undefined;
    throw error;
  }
}

/** Repeat payments that failed, from the roll-ups. */
async function countDeclinedRepeats(
  sql: TenantSql,
  scope: MerchantScope,
  range: readonly number[],
): Promise<Found> {
  const facts = await loadFacts(sql, scope, range);
  const declined = facts.filter(({ type, status }) => type === 'REPEAT' && status === 'FAILED');
  return { number: declined.reduce((sum, { number }) => sum + number, 0), at: null };
}
