import { columnsOf } from '#database/columns.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { TxnRow } from '#database/schema.ts';
import { type FraudFacts, comparable } from '#features/fraud/fraud-engine/facts.ts';
import { type EvaluatedTransaction, buildFacts } from '#features/fraud/fraud-engine/server/build-facts.ts';
import { type CustomFieldType, customFieldPrefixes } from '#features/record/fraud-fields/field-catalogue.ts';
import { listPermissions } from '#features/fraud/fraud-lists/list-permissions.ts';
import { isOnPath, mayUse } from '#features/fraud/fraud-lists/server/authorise-list.ts';
import { readList } from '#features/fraud/fraud-lists/server/db/list-store.ts';
import { loadListHeads, matchListValues } from '#features/fraud/fraud-lists/server/match-lists.ts';
import { listTypeOf } from '#features/fraud/fraud-lists/standard-lists.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { type HandlerContextWithoutTransaction, handleWithoutTransaction } from '#server/handler.ts';
import { getReviewContext as endpoint } from '../endpoints.ts';
import type {
  MatchedList,
  ReviewContext,
  ReviewEvent,
  ReviewPlace,
  SubjectHistory,
  FoundHistory,
} from '../review-shapes.ts';
import { type HistorySubject, historySubjects, maxHistory, maxNamed } from '../review-mode.ts';
import type { EventKind } from '#shared/payments/review-task.ts';
import { getReviewContext as schemas } from '../schemas.ts';
import { type QueueScope, notPermitted, queueScope } from './queue-scope.ts';
import { countryDistanceKm } from './country-distance.ts';
import { type StoredTask, loadTasks } from './db/change-tasks.ts';
import { loadUserNames } from './db/review-claims.ts';
import { loadTaskEvents } from './db/review-list.ts';
import type { KeyObject } from 'node:crypto';
import type { Fragment } from '#database/connection.ts';
import { AttemptKeys } from '#features/fraud/fraud-engine/server/velocity.ts';
import { scoredTypes } from '#features/fraud/fraud-engine/server/fraud-score.ts';

/** A part that takes longer fails alone. */
const partTimeoutMs = 2000;
const maxLists = 20;
const maxEvents = 20;

/** Names and emails are compared in any letter case. */
const normalise = (value: string | null): string | null =>
  value?.normalize('NFC').trim().toLowerCase() || null;

/** The data that a reviewer needs besides the payment. A part that fails is null and does not affect the others. */
export const getReviewContext = handleWithoutTransaction(endpoint, schemas, async (ctx) => {
  const scope = await queueScope(ctx.services, ctx.caller);
  return ctx.inTenant((sql) => loadContext(sql, scope, ctx));
});

type Context = Pick<
  HandlerContextWithoutTransaction<typeof endpoint>,
  'caller' | 'services' | 'path' | 'now'
>;

async function loadContext(
  sql: TenantSql,
  scope: QueueScope,
  { caller, services, path, now }: Context,
): Promise<ReviewContext> {
  const [task] = await loadTasks(sql, scope, [path.taskId]);
  if (!task) throw notPermitted();
  const loadPart = async <T>(name: string, load: (inner: TenantSql) => Promise<T>): Promise<T | null> =>
    sql
      .savepoint(async (inner) => {
        await inner`select set_config('statement_timeout', ${String(partTimeoutMs)}, true)`;
        return load(inner);
      })
      .catch((error: unknown) => {
        services.log.warn({ err: error, taskId: path.taskId, part: name }, 'part of a review not loaded');
        return null;
      });
  const payment = await loadPart('payment', (inner) => loadPayment(inner, task));
  const history: SubjectHistory[] = [];
  for (const subject of historySubjects) {
    const ownValues = { card: payment?.cardCorrelationId ?? null, name: payment?.name ?? null };
    const attempts =
      payment &&
      (await loadPart(subject, (inner) => loadAttempts(inner, services.keys.velocity, payment, subject)));
    history.push({
      subject,
      result:
        attempts === null
          ? { state: 'FAILED' }
          : attempts === undefined
            ? { state: 'MISSING' }
            : summariseHistory(
                attempts,
                { ...ownValues, email: payment?.customerEmail ?? null },
                {
                  merchants: scope.merchants && new Set(scope.merchants),
                  isRecentOnly: isRecentOnly(subject),
                },
              ),
    });
  }
  const device = payment?.deviceField === undefined ? null : payment.facts.values[payment.deviceField];
  return {
    history,
    seesLists: listPermissions.some((name) => mayOn(caller, name, task.merchantPath)),
    lists: payment && (await loadPart('lists', (inner) => matchLists(inner, { payment, task, caller, now }))),
    places: payment && comparePlaces(payment.facts),
    events: await loadPart('events', (inner) => loadEvents(inner, task)),
    device: device == null ? null : String(device),
  };
}

type LoadedPayment = ReviewedPayment & { name: string | null };

/** The payment with the values that were compared when it was decided, else with those of its row. */
async function loadPayment(sql: TenantSql, { companyId, txnId }: StoredTask): Promise<LoadedPayment> {
  const [row] = await sql<(TxnRow & EvaluatedTransaction & { decided: FraudFacts['values'] | null })[]>`
    select t.*, coalesce(t.detail, '{}') as detail, d.facts -> 'values' as decided
    from (select ${sql.unsafe(columnsOf.txn)} from txn) t left join fraud_decision d on d.company_id = t.company_id and d.txn_id = t.txn_id
    where t.company_id = ${companyId} and t.txn_id = ${txnId}`;
  if (!row) throw new Error('the transaction of a task is missing');
  const fields = await sql<{ name: string; type: CustomFieldType; index: number }[]>`
    select descriptive_name as name, data_type as type, field_index as index from custom_field
    where company_id = ${companyId} and in_rules order by field_index`;
  const ids = new Map(fields.map(({ name, type, index }) => [name, `${customFieldPrefixes[type]}${index}`]));
  const built = buildFacts(row, { now: row.txnDatetime, dateOfBirth: null, customFields: ids });
  return {
    companyId,
    txnId,
    merchantId: row.merchantId,
    cardCorrelationId: row.cardCorrelationId,
    customerEmail: row.customerEmail,
    ipAddress: row.ipAddress,
    name: row.customerName ?? row.cardHolderName,
    facts: { now: built.now, values: { ...built.values, ...row.decided } },
    deviceField: fields
      .filter(({ name, type }) => /^device/i.test(name) && (type === 'string' || type === 'longString'))
      .flatMap(({ name }) => ids.get(name) ?? [])[0],
  };
}

/** The lists that have a value of the payment, as far as the caller may see them. Inactive ones are marked. */
async function matchLists(
  sql: TenantSql,
  { payment, task, caller, now }: { payment: LoadedPayment; task: StoredTask; caller: Caller; now: Date },
): Promise<MatchedList[]> {
  const { companyId, facts } = payment;
  const lookups = (await loadListHeads(sql, companyId)).flatMap(({ listId, dataField }) => {
    const value = comparable(dataField, facts.values[dataField]);
    return value === null ? [] : [{ listId, values: [value] }];
  });
  const matches = await matchListValues(sql, companyId, lookups, now.toISOString().slice(0, 10));
  const lists: MatchedList[] = [];
  for (const listId of new Set(matches.map((match) => match.listId))) {
    const list = await readList(sql, listId);
    if (!list || !isOnPath(task.merchantPath, list.path)) continue;
    if (!mayUse(caller, 'view', list.kind, list.path)) continue;
    const { name, dataField, displayName, active, kind } = list;
    lists.push({ listId, listType: listTypeOf[kind], name, dataField, displayName, active });
    if (lists.length === maxLists) break;
  }
  return lists;
}

/** Card, IP address and shipping beside the billing country. A country that is not known is left out. */
function comparePlaces({ values }: FraudFacts): ReviewPlace[] {
  const text = (field: string) => (typeof values[field] === 'string' ? values[field] : null);
  const billing = text('billingCountryCode');
  const candidates = [
    { kind: 'billing', country: billing, city: text('billingCity') },
    { kind: 'card', country: text('cardIssuerCountryCode'), city: null },
    { kind: 'ip', country: text('ipCountryCode'), city: text('ipCity') },
    { kind: 'shipping', country: text('shippingCountryCode'), city: text('shippingCity') },
  ] as const;
  return candidates.flatMap(({ kind, country, city }) => {
    if (country === null) return [];
    const isBilling = kind === 'billing' || billing === null;
    return [
      {
        kind,
        country,
        city,
        isSame: isBilling ? null : country === billing,
        distanceKm: isBilling ? null : countryDistanceKm(country, billing),
      },
    ];
  });
}

async function loadEvents(sql: TenantSql, task: StoredTask): Promise<ReviewEvent[]> {
  const events = await loadTaskEvents(sql, task, maxEvents);
  const userNames = events.flatMap(({ actor, assignee }) => [actor, assignee ?? []].flat());
  const names = await loadUserNames(sql, userNames);
  const displayNameOf = (user: string) => names.get(user) ?? user;
  return events.map(({ at, kind, actor, comment, assignee }) => ({
    at: at.toISOString(),
    act: kind as EventKind,
    by: actor === 'system' ? null : displayNameOf(actor),
    comment,
    assignee: assignee === null ? null : displayNameOf(assignee),
  }));
}

/** The payment of a task, and how its values are looked up. */
interface ReviewedPayment {
  companyId: number;
  txnId: number;
  merchantId: number;
  cardCorrelationId: string | null;
  customerEmail: string | null;
  ipAddress: string | null;
  facts: FraudFacts;
  /** The custom field that carries the device's id. */
  deviceField: string | undefined;
}

/** Subjects with a separate index. Attempts of other subjects are found by the keys of velocity rules. */
const columns = { card: 'card_correlation_id', email: 'customer_email', ip: 'ip_address' } as const;
const keyedFields = { customer: 'merchantCustomerRef', address: 'normalisedAddress' } as const;

/**
 * The latest attempts of the company with the payment's value, without the payment itself: one more than are counted. Every
 * query reads one index from its newest entry. Undefined when the payment has no such value.
 */
async function loadAttempts(
  sql: TenantSql,
  key: KeyObject,
  payment: ReviewedPayment,
  subject: HistorySubject,
): Promise<Attempt[] | undefined> {
  const source = buildHistorySource(sql, key, payment, subject);
  if (source === undefined) return undefined;
  return sql<Attempt[]>`
    select t.txn_datetime as at, t.txn_status as status, t.card_correlation_id as card, t.last_four,
           coalesce(t.customer_name, t.card_holder_name) as name, t.customer_email as email, t.merchant_id,
           coalesce(p.refunded_minor > 0, false) as is_refunded
    from ${source} t
    left join payment p on p.root_id = t.root_id and p.company_id = t.company_id
    order by t.txn_datetime desc, t.txn_id desc`;
}

/** Whether the attempts of a subject are those of the last 90 days only. */
const isRecentOnly = (subject: HistorySubject): boolean => !(subject in columns);

/** The payments of a subject, the latest first, as a subquery; exported for the test of its plan. */
export function buildHistorySource(
  sql: TenantSql,
  key: KeyObject,
  payment: ReviewedPayment,
  subject: HistorySubject,
): Fragment | undefined {
  const { companyId, txnId } = payment;
  if (subject === 'card' || subject === 'email' || subject === 'ip') {
    const value = {
      card: payment.cardCorrelationId,
      email: payment.customerEmail,
      ip: payment.ipAddress,
    }[subject];
    if (value === null) return undefined;
    const column = sql(columns[subject]);
    // By value first: only the value's own index has this order. For a frequent value the planner would otherwise read
    // all payments by time.
    return sql`(
      select * from txn
      where ${column} between ${value} and ${value} and company_id = ${companyId} and txn_id <> ${txnId}
        and txn_type = any (${scoredTypes})
      order by ${column}, txn_datetime desc limit ${maxHistory + 1})`;
  }
  const field = subject === 'device' ? payment.deviceField : keyedFields[subject];
  const hash = field === undefined ? undefined : new AttemptKeys(key, payment).hashFor(field);
  if (hash === undefined) return undefined;
  // Merchants give references to their customers, so the same one at another merchant is another customer.
  const atMerchant = subject === 'customer' ? sql`and merchant_id = ${payment.merchantId}` : sql``;
  return sql`(
    select t.* from (
      select txn_id from velocity_key
      where company_id = ${companyId} and key = ${String(hash)}::bigint and txn_id <> ${txnId} ${atMerchant}
      order by at desc limit ${maxHistory + 1}
    ) k join txn t on t.txn_id = k.txn_id and t.company_id = ${companyId})`;
}

/** A payment or attempt with the same value. */
export interface Attempt {
  at: Date;
  status: string;
  card: string | null;
  lastFour: string | null;
  name: string | null;
  email: string | null;
  merchantId: number;
  isRefunded: boolean;
}

interface Own {
  card: string | null;
  name: string | null;
  email: string | null;
}

/**
 * Summarises the attempts with a value, the latest first. At most 100 are counted. Cards, names and emails are counted over the
 * company and named for the caller's merchants only: undefined means all of them.
 */
export function summariseHistory(
  attempts: readonly Attempt[],
  ownValues: Own,
  { merchants, isRecentOnly }: { merchants: ReadonlySet<number> | undefined; isRecentOnly: boolean },
): FoundHistory {
  const countedAttempts = attempts.slice(0, maxHistory);
  const payments = countedAttempts.filter(({ status }) => status === 'SUCCESS' || status === 'VOIDED');
  const countOthers = (
    valueOf: (values: Own) => string | null,
    displayOf: (values: Attempt) => string | null,
  ) => {
    const displayByValue = new Map<string, string | undefined>();
    for (const attempt of countedAttempts) {
      const value = normalise(valueOf(attempt));
      if (value === null || value === normalise(valueOf(ownValues))) continue;
      const display =
        (merchants?.has(attempt.merchantId) ?? true) ? (displayOf(attempt) ?? undefined) : undefined;
      displayByValue.set(value, displayByValue.get(value) ?? display);
    }
    const displays = [...displayByValue.values()].filter((display) => display !== undefined);
    return { count: displayByValue.size, named: displays.slice(0, maxNamed) };
  };
  return {
    state: 'FOUND',
    attempts: countedAttempts.length,
    hasMore: attempts.length > maxHistory,
    isRecentOnly,
    payments: payments.length,
    refunds: countedAttempts.filter(({ isRefunded }) => isRefunded).length,
    declines: countedAttempts.filter(({ status }) => status === 'FAILED').length,
    firstAt: countedAttempts.at(-1)?.at.toISOString() ?? null,
    lastAt: countedAttempts[0]?.at.toISOString() ?? null,
    cards: countOthers(
      ({ card }) => card,
      ({ lastFour }) => lastFour && `•••• ${lastFour}`,
    ),
    names: countOthers(
      ({ name }) => name,
      ({ name }) => name,
    ),
    emails: countOthers(
      ({ email }) => email,
      ({ email }) => email,
    ),
  };
}
