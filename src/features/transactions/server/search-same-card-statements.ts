import { handle } from '#server/handler.ts';
import { searchSameCardStatements as endpoint } from '../endpoints.ts';
import { searchPage, onSameCard } from './report/report-query.ts';

export const searchSameCardStatements = handle(endpoint, async (ctx) =>
  searchPage(ctx, await onSameCard(ctx.sql, ctx.body, Number(ctx.path.transactionId))),
);
