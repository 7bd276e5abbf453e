import type { Permission } from '#contract/permissions.ts';
import { problems } from '#contract/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from '#server/caller.ts';
import type { SearchAnswer, SearchRequest } from '../../calls.ts';
import { transactionField } from '../../transaction-fields.ts';
import { type ReportAsker, type ReportPage, answerPage, answerTotal } from './routing/answer-report.ts';
import { merchantScope } from './merchant-scope.ts';
import { instantText, zoneOf } from './zone/report-zone.ts';
import type { Cell } from './search-query.ts';
import { columnOf } from './transaction-columns.ts';
import { type ReportQuestion, questionOf } from './report-question.ts';

interface Asker extends ReportAsker {
  caller: Caller;
}

/** A page of transactions, of merchants on which the caller may see them and every column that is used. */
export async function answerSearch(asker: Asker, request: SearchRequest): Promise<SearchAnswer> {
  const question = questionOf(request, await scopeOf(asker, request), zoneOf(request.timezone));
  return searchAnswer(question, await answerPage(asker, question, request.dataSource));
}

/**
 * A page as of the moment that its store has reached. What arrives while somebody turns the pages is later than the
 * moment the first one names, so that pages asked up to it neither repeat nor skip a row.
 */
export async function answerSnapshot(
  asker: Asker,
  request: SearchRequest,
): Promise<SearchAnswer & { snapshotTime: string }> {
  const question = questionOf(request, await scopeOf(asker, request), zoneOf(request.timezone));
  const page = await answerPage(asker, question, request.dataSource, upTo);
  return { ...searchAnswer(question, page), snapshotTime: page.moment.toISOString() };
}

/** By time the newest row itself says up to where further pages are to be asked; in other orders new ones stand anywhere. */
export const answerInOrder = (
  asker: Asker,
  request: SearchRequest,
): Promise<SearchAnswer & { snapshotTime?: string }> =>
  isByTime(request) ? answerSearch(asker, request) : answerSnapshot(asker, request);

function isByTime({ fields }: SearchRequest): boolean {
  const sorts = fields.filter(({ sort }) => sort !== undefined);
  const first = sorts.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))[0];
  return first === undefined || first.field === 'txn_datetime';
}

const upTo = (question: ReportQuestion, moment: Date): ReportQuestion => ({
  ...question,
  conditions: [
    ...question.conditions,
    { field: 'txn_datetime', as: 'instant', operation: 'LTE', values: [moment] },
  ],
});

/** The exact number of what the search would find. */
export async function answerCount(asker: Asker, request: SearchRequest): Promise<number> {
  const question = questionOf(request, await scopeOf(asker, request), zoneOf(request.timezone));
  return answerTotal(asker, question, request.dataSource);
}

const searchAnswer = (question: ReportQuestion, { rows, total }: ReportPage): SearchAnswer => ({
  data: inZone(question, rows),
  ...(question.isNamed ? { fieldNames: [...question.shown] } : {}),
  resultsAvailable: total,
});

/** Both stores write instants in UTC. */
function inZone({ shown, zone }: ReportQuestion, rows: Cell[][]): Cell[][] {
  const isInstant = shown.map((field) => columnOf(field).as === 'instant');
  if (zone === 'UTC' || !isInstant.includes(true)) return rows;
  return rows.map((row) =>
    row.map((cell, at) => (isInstant[at] && typeof cell === 'string' ? instantText(cell, zone) : cell)),
  );
}

/** The same question about one card only: the card of a transaction that the guard has let pass. */
export async function onSameCard(
  sql: TenantSql,
  request: SearchRequest,
  transactionId: number,
): Promise<SearchRequest> {
  const [row] = await sql<{ card: string | null }[]>`
    select card_correlation_id as card from txn where txn_id = ${transactionId}`;
  if (!row?.card) throw problems.notFound();
  const ofCard = { field: 'card_fingerprint', display: false } as const;
  return {
    ...request,
    fields: [...request.fields, { ...ofCard, filter: { operation: 'EQUALS', value: [row.card] } }],
  };
}

/** Where the caller may see transactions and every column that the request uses. */
export function scopeOf({ services, caller }: Pick<Asker, 'services' | 'caller'>, request: SearchRequest) {
  const needed = [['P_VIEW_TRANSACTIONS_NGPORTAL'] as const, ...columnPermissions(request)];
  return merchantScope(services, caller, request.orgIds ?? [], needed);
}

/** A hidden column may not be shown, and not be filtered or sorted by either: that would tell its values. */
function columnPermissions(request: SearchRequest): (readonly Permission[])[] {
  return request.fields.flatMap(({ field }) => {
    const definition = transactionField(field);
    if (!definition) throw problems.invalid(`body.fields.${field}`);
    return definition.needs ? [definition.needs] : [];
  });
}
