import type { Services } from '#server/services.ts';
import { escapeXml } from '#shared/text/escape.ts';
import { explainDecline } from '#shared/payments/declines.ts';
import { problems } from '#shared/problem.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { reasonCodes, reasonText } from '#shared/payments/reason-codes.ts';
import {
  type MerchantScope,
  merchantScope,
  scopeCondition,
} from '#features/record/reporting/server/merchant-scope.ts';
import { hourMs } from '#server/clock.ts';
import { handle, handleWithoutTransaction, handlePublic, Reply } from '#server/handler.ts';
import { acceptedStatuses, capturedTypes, authorisedTypes } from '../activity-rules.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { Activity } from '../schemas.ts';
import { builtInNews } from '../release-notes.ts';

const maxDayMs = 50 * hourMs;
const maxReasons = 5;

export const getActivity = handle(
  endpoints.getActivity,
  schemas.getActivity,
  async ({ sql, services, caller, body }) => {
    const starts = body.days.map((text) => Date.parse(text));
    const isInOrder = starts.every((at, position) => {
      const before = starts[position - 1];
      return before === undefined || (at > before && at - before <= maxDayMs);
    });
    if (!isInOrder) throw problems.invalid('body.days');
    const scope = await merchantScope(services, caller, body.orgIds, [['P_VIEW_TRANSACTIONS_NGPORTAL']]);
    const [facts, byIssuer] = await pipelined(sql, [
      () => loadFacts(sql, scope, starts),
      () => loadIssuerDeclines(sql, scope, starts),
    ]);
    return buildActivity(facts, starts, byIssuer);
  },
);

type Decline = Omit<Activity['declines'][number], 'reason'>;
type IssuerDecline = Omit<Decline, 'responses'>;

/** Issuer declines by code, from an index of declined payments: roll-ups have no codes. */
function loadIssuerDeclines(
  sql: TenantSql,
  scope: MerchantScope,
  starts: readonly number[],
): Promise<IssuerDecline[]> {
  const [from = 0, until = 0] = [starts[0], starts.at(-1)];
  return sql<IssuerDecline[]>`
    select 'D100' as reason_code, authoriser_code as status_code, card_scheme as scheme,
           count(*)::int as number
    from txn
    where ${scopeCondition(sql, scope)} and reason_code = 'D100' and txn_type = any (${[...authorisedTypes]})
      and txn_datetime >= ${new Date(from)} and txn_datetime < ${new Date(until)}
    group by authoriser_code, card_scheme`;
}

interface Fact {
  /** Position of the day's start, from 1. */
  day: number;
  type: string;
  status: string;
  reason: string;
  currency: string;
  number: number;
  minor: number;
}

/**
 * Counts and sums by day from hourly roll-ups. An hour in which a day starts (half-hour zones) is read from
 * the rows. One statement, so one snapshot.
 */
function loadFacts(sql: TenantSql, scope: MerchantScope, starts: readonly number[]): Promise<Fact[]> {
  // As text: the driver cannot send arrays of times.
  const bounds = starts.map((at) => new Date(at).toISOString());
  const [from = '', until = ''] = [bounds[0], bounds.at(-1)];
  const split = starts
    .filter((at) => at % hourMs !== 0)
    .map((at) => new Date(Math.floor(at / hourMs) * hourMs).toISOString());
  const rows = sql`
    union all
    select txn_datetime, txn_type, txn_status, coalesce(reason_code, ''), ccy_code, 1, requested_minor
    from unnest(${split}::text[]::timestamptz[]) as hour (begins)
    join txn on txn_datetime >= hour.begins and txn_datetime < hour.begins + interval '1 hour'
    where ${scopeCondition(sql, scope)} and txn_datetime >= ${from}::timestamptz
      and txn_datetime < ${until}::timestamptz`;
  return sql<Fact[]>`
    with fact (at, type, status, reason, currency, number, minor) as (
      select bucket, txn_type, txn_status, reason_code, ccy_code, number, requested_minor from txn_total
      where company_id = any (${scope.tenantIds}) and node_id = any (${scope.merchants ?? scope.tenantIds})
        and granularity = 'hour' and bucket >= ${from}::timestamptz and bucket < ${until}::timestamptz
        and bucket <> all (${split}::text[]::timestamptz[])
      union all
      select at, txn_type, txn_status, reason_code, ccy_code, change, change * requested_minor from txn_total_change
      where ${scopeCondition(sql, scope)} and at >= ${from}::timestamptz and at < ${until}::timestamptz
        and date_trunc('hour', at, 'UTC') <> all (${split}::text[]::timestamptz[])
      ${split.length > 0 ? rows : sql``}
    )
    select width_bucket(at, ${bounds}::text[]::timestamptz[]) as day, type, status, reason, currency,
           sum(number)::bigint as number, sum(minor)::bigint as minor
    from fact group by 1, 2, 3, 4, 5`;
}

function buildActivity(
  facts: readonly Fact[],
  starts: readonly number[],
  byIssuer: readonly IssuerDecline[],
): Activity {
  const days = starts
    .slice(0, -1)
    .map((at) => ({ from: new Date(at).toISOString(), accepted: 0, declined: 0, refunded: 0 }));
  const volumes = new Map<string, Activity['volumes'][number]>();
  const declines = new Map<string, number>();
  for (const fact of facts) {
    const day = days[fact.day - 1];
    if (!day) continue;
    const isAuthorisation = has(authorisedTypes, fact.type);
    if (isAuthorisation && has(acceptedStatuses, fact.status)) day.accepted += fact.number;
    if (isAuthorisation && fact.status === 'FAILED') {
      day.declined += fact.number;
      declines.set(fact.reason, (declines.get(fact.reason) ?? 0) + fact.number);
    }
    const isRefund = fact.type === 'REFUND' && fact.status === 'SUCCESS';
    if (isRefund) day.refunded += fact.number;
    const isCapture = has(capturedTypes, fact.type) && fact.status === 'SUCCESS';
    if (fact.day !== days.length || !(isRefund || isCapture)) continue;
    const volume = volumes.get(fact.currency) ?? {
      currency: fact.currency,
      takenMinor: 0,
      refundedMinor: 0,
      payments: 0,
    };
    volumes.set(fact.currency, volume);
    if (isCapture) volume.payments += fact.number;
    volume[isCapture ? 'takenMinor' : 'refundedMinor'] += fact.minor;
  }
  const ownDeclines: Decline[] = [...declines]
    .filter(([reasonCode]) => reasonCode !== 'D100')
    .map(([reasonCode, number]) => ({ reasonCode, statusCode: null, scheme: null, number, responses: [] }));
  return {
    days,
    volumes: [...volumes.values()].sort(
      (a, b) => b.payments - a.payments || a.currency.localeCompare(b.currency),
    ),
    declines: [...mergeSame(byIssuer), ...ownDeclines]
      .filter(({ number }) => number > 0)
      .sort((a, b) => b.number - a.number)
      .slice(0, maxReasons)
      .map((decline) => ({ ...decline, reason: describeReason(decline.reasonCode) })),
  };
}

/** One row for the same reason: most codes mean the same for every scheme. */
function mergeSame(declines: readonly IssuerDecline[]): Decline[] {
  const merged = new Map<string, Decline>();
  for (const decline of declines) {
    const { number, statusCode, scheme } = decline;
    const reason = explainDecline(decline);
    const before = merged.get(reason);
    merged.set(reason, {
      ...(before ?? decline),
      number: number + (before?.number ?? 0),
      responses: [...(before?.responses ?? []), { statusCode, scheme }],
    });
  }
  return [...merged.values()];
}

const has = (all: readonly string[], item: string): boolean => all.includes(item);

/** This version may not have a code of an older one. */
function describeReason(reasonCode: string): string {
  const listedCode = reasonCodes.find((code) => code === reasonCode);
  return listedCode ? reasonText(listedCode) : reasonCode;
}

/** The configured feed, or the release notes. Runs without a transaction, because the feed may be slow. */
export const getNews = handleWithoutTransaction<typeof endpoints.getNews, Services>(
  endpoints.getNews,
  schemas.getNews,
  async ({ services: { newsSource } }) => {
    if (newsSource === undefined) return { items: builtInNews() };
    const items = await newsSource.latest().catch(() => {
      throw problems.busy();
    });
    return { items: [...items] };
  },
);

/** The release notes for feed readers. The configured feed is never forwarded. */
export const getNewsFeed = handlePublic(
  endpoints.getNewsFeed,
  schemas.getNewsFeed,
  async ({ services: { config } }) => {
    const items = builtInNews().map(({ title, pubDate, creator, description }) => {
      const parts = [
        renderElement('title', title),
        renderElement('pubDate', new Date(pubDate).toUTCString()),
        renderElement('dc:creator', creator),
        renderElement('description', description),
        `<guid isPermaLink="false">${escapeXml(`${pubDate} ${title}`)}</guid>`,
      ];
      return `<item>${parts.join('')}</item>`;
    });
    const channel = [
      renderElement('title', 'Countinghouse'),
      renderElement('link', config.portalUrl),
      renderElement('description', 'What has changed in the portal'),
      ...items,
    ];
    const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${channel.join('\n')}</channel></rss>
`;
    return new Reply(200, feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
  },
);

const renderElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

// A longer handler is in a separate file.
export { listDeclines } from './list-declines.ts';
