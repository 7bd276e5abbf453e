import { handle } from '#server/handler.ts';
import { countTransactions as endpoint } from '../endpoints.ts';
import { runCount } from './report/report-query.ts';

export const countTransactions = handle(endpoint, async (ctx) => ({
  count: await runCount(ctx, ctx.body),
}));
