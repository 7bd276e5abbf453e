import { handle } from '#server/handler.ts';
import { searchTransactions as call } from '../calls.ts';
import { inPortalNames } from './merchant-api-names.ts';
import { answerInOrder, answerSearch } from './report/report-query.ts';

export const searchTransactions = handle(call, async (ask) => {
  if (ask.request.program === 'portal') return answerInOrder(ask, ask.body);
  const { request, named } = await inPortalNames(ask.sql, ask.caller.companies, ask.body);
  return named(await answerSearch(ask, request));
});
