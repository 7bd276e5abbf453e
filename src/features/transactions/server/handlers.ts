import {
  onSameCard,
  runCount,
  runSearch,
  searchPage,
  searchSnapshot,
} from '#features/reporting/server/search.ts';
import { handle } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import { inPortalNames } from './merchant-api-names.ts';

export const searchTransactions = handle(endpoints.searchTransactions, async (ctx) => {
  if (ctx.request.program === 'portal') return searchPage(ctx, ctx.body);
  const { request, named } = await inPortalNames(ctx.sql, ctx.caller.tenantIds, ctx.body);
  return named(await runSearch(ctx, request));
});

export const searchStatements = handle(endpoints.searchStatements, (ctx) => searchSnapshot(ctx, ctx.body));

export const searchSameCard = handle(endpoints.searchSameCard, async (ctx) =>
  searchPage(ctx, await onSameCard(ctx.sql, ctx.body, Number(ctx.path.transactionId))),
);

export const searchSameCardStatements = handle(endpoints.searchSameCardStatements, async (ctx) =>
  searchPage(ctx, await onSameCard(ctx.sql, ctx.body, Number(ctx.path.transactionId))),
);

export const countTransactions = handle(endpoints.countTransactions, async (ctx) => ({
  count: await runCount(ctx, ctx.body),
}));
