import { handle } from '#server/handler.ts';
import { searchTransactions as endpoint } from '../endpoints.ts';
import { inPortalNames } from './merchant-api-names.ts';
import { searchPage, runSearch } from './report/report-query.ts';

export const searchTransactions = handle(endpoint, async (ctx) => {
  if (ctx.request.program === 'portal') return searchPage(ctx, ctx.body);
  const { request, named } = await inPortalNames(ctx.sql, ctx.caller.tenantIds, ctx.body);
  return named(await runSearch(ctx, request));
});
