import { handle } from '#server/handler.ts';
import { type SearchRequest, searchTransactions as call } from '../calls.ts';
import { inPortalNames } from './merchant-api-names.ts';
import { answerSearch, answerSnapshot } from './report/report-query.ts';

export const searchTransactions = handle(call, async (ask) => {
  if (ask.request.program === 'portal') {
    return isByTime(ask.body) ? answerSearch(ask, ask.body) : answerSnapshot(ask, ask.body);
  }
  const { request, named } = await inPortalNames(ask.sql, ask.caller.companies, ask.body);
  return named(await answerSearch(ask, request));
});

/** By time the newest row itself says up to where further pages are to be asked; in other orders new ones stand anywhere. */
function isByTime({ fields }: SearchRequest): boolean {
  const sorts = fields.filter(({ sort }) => sort !== undefined);
  const first = sorts.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))[0];
  return first === undefined || first.field === 'txn_datetime';
}
