import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type MerchantScope, scopeCondition } from '#features/record/reporting/server/merchant-scope.ts';
import { handle } from '#server/handler.ts';
import { explainDecline } from '#shared/payments/declines.ts';
import { isMoneyOut, movingTypes } from '#shared/payments/transaction-kind.ts';
import { reasonCodes, reasonText } from '#shared/payments/reason-codes.ts';
import { problems } from '#shared/problem.ts';
import { acceptedStatuses, authorisedTypes } from '../activity-rules.ts';
import { getActivity as endpoint } from '../endpoints.ts';
import { type Activity, type CurrencySums, getActivity as schemas } from '../schemas.ts';
import { type Fact, activityScope, loadFacts, readStarts } from './activity-scope.ts';

const maxReasons = 8;

export const getActivity = handle(endpoint, schemas, async ({ sql, services, caller, body }) => {
  const starts = readStarts(body.starts);
  const [first = 0] = starts;
  const before = body.before.map((text) => Date.parse(text)) as [number, number];
  if (before[0] >= before[1] || before[1] > first) throw problems.invalid('body.before');
  const scope = await activityScope(services, caller, body.orgIds);
  const gap = before[1] < first ? [before[1]] : [];
  const [facts, byIssuer] = await pipelined(sql, [
    () => loadFacts(sql, scope, [before[0], ...gap, ...starts]),
    () => loadIssuerDeclines(sql, scope, starts),
  ]);
  return buildActivity(facts, starts, 1 + gap.length, byIssuer);
});

type Decline = Omit<Activity['declines'][number], 'reason'>;
type IssuerDecline = Omit<Decline, 'responses'>;

/** Issuer declines by code, from an index of declined payments: roll-ups have no codes. */
function loadIssuerDeclines(
  sql: TenantSql,
  scope: MerchantScope,
  starts: readonly number[],
): Promise<IssuerDecline[]> {
  const [from = 0, until = 0] = [starts[0], starts.at(-1)];
  // The index of declined payments has the merchant in it. Compared as a column, PostgreSQL would read all payments of a large one.
  const ofMerchants = scope.merchants ? sql`and merchant_id + 0 = any (${scope.merchants})` : sql``;
  return sql<IssuerDecline[]>`
    select 'D100' as reason_code, authoriser_code as status_code, card_scheme as scheme,
           count(*)::int as number
    from txn
    where ${scopeCondition(sql, { ...scope, merchants: undefined })} ${ofMerchants} and reason_code = 'D100' and txn_type = any (${[...authorisedTypes]})
      and txn_datetime >= ${new Date(from)} and txn_datetime < ${new Date(until)}
    group by authoriser_code, card_scheme`;
}

const noMoney = () => ({ takenMinor: 0, refundedMinor: 0, paidOutMinor: 0 });
const noSums = (): CurrencySums => ({ accepted: 0, declined: 0, ...noMoney() });

/** `offset`: facts of the period before are of bucket 1, those of the period follow this many buckets. */
function buildActivity(
  facts: readonly Fact[],
  starts: readonly number[],
  offset: number,
  byIssuer: readonly IssuerDecline[],
): Activity {
  const buckets = starts
    .slice(0, -1)
    .map((at) => ({ from: new Date(at).toISOString(), accepted: 0, declined: 0, refunded: 0 }));
  const currencies = new Map<string, Activity['currencies'][number]>();
  const declines = new Map<string, number>();
  const rows = new Map<string, number>();
  let transactions = 0;
  for (const fact of facts) {
    const position = fact.bucket - offset - 1;
    const bucket = buckets[position];
    if (bucket === undefined && fact.bucket !== 1) continue;
    const one = currencies.get(fact.currency) ?? {
      currency: fact.currency,
      ...noSums(),
      before: noSums(),
      buckets: buckets.map(noMoney),
    };
    currencies.set(fact.currency, one);
    const { result, money } = classify(fact);
    const total = bucket === undefined ? one.before : one;
    if (result !== undefined) total[result] += fact.number;
    if (money !== undefined) total[money] += fact.minor;
    if (bucket === undefined) continue;
    transactions += fact.number;
    if (result !== undefined) bucket[result] += fact.number;
    if (result === 'declined') declines.set(fact.reason, (declines.get(fact.reason) ?? 0) + fact.number);
    const ofBucket = one.buckets[position];
    if (money !== undefined && ofBucket !== undefined) ofBucket[money] += fact.minor;
    if (money === 'refundedMinor') bucket.refunded += fact.number;
    if (result !== undefined || money !== undefined)
      rows.set(fact.currency, (rows.get(fact.currency) ?? 0) + fact.number);
  }
  const ownDeclines: Decline[] = [...declines]
    .filter(([reasonCode]) => reasonCode !== 'D100')
    .map(([reasonCode, number]) => ({ reasonCode, statusCode: null, scheme: null, number, responses: [] }));
  const rowsOf = ({ currency }: { currency: string }) => rows.get(currency) ?? 0;
  return {
    buckets,
    transactions,
    currencies: [...currencies.values()]
      .filter((one) => hasAny(one) || hasAny(one.before))
      .sort((a, b) => rowsOf(b) - rowsOf(a) || a.currency.localeCompare(b.currency)),
    declines: [...mergeSame(byIssuer), ...ownDeclines]
      .filter(({ number }) => number > 0)
      .sort((a, b) => b.number - a.number)
      .slice(0, maxReasons)
      .map((decline) => ({ ...decline, reason: describeReason(decline.reasonCode) })),
  };
}

const hasAny = ({ accepted, declined, takenMinor, refundedMinor, paidOutMinor }: CurrencySums): boolean =>
  accepted + declined + takenMinor + refundedMinor + paidOutMinor > 0;

/** What a transaction counts as. A payment is both an attempt and money. */
function classify({ type, status }: Fact) {
  const isAttempt = has(authorisedTypes, type);
  const isMoney = status === 'SUCCESS' && has(movingTypes, type);
  return {
    result:
      isAttempt && has(acceptedStatuses, status)
        ? ('accepted' as const)
        : isAttempt && status === 'FAILED'
          ? ('declined' as const)
          : undefined,
    money: !isMoney
      ? undefined
      : type === 'REFUND'
        ? ('refundedMinor' as const)
        : isMoneyOut(type)
          ? ('paidOutMinor' as const)
          : ('takenMinor' as const),
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
