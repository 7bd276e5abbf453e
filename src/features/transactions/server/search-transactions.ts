import { handle } from '#server/handler.ts';
import { searchTransactions as call } from '../calls.ts';
import { inPortalNames } from './merchant-api-names.ts';
import { answerSearch } from './report/report-query.ts';

export const searchTransactions = handle(call, async (ask) => {
  if (ask.request.program === 'portal') return answerSearch(ask, ask.body);
  const { request, named } = await inPortalNames(ask.sql, ask.caller.companies, ask.body);
  return named(await answerSearch(ask, request));
});
