import { onSameCard } from '#features/reporting/server/search.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import { streamExport } from './stream-export.ts';

export const exportTransactions = handleWithoutTransaction(endpoints.exportTransactions, (ctx) =>
  streamExport(ctx, ctx.body),
);

export const exportSameCard = handleWithoutTransaction(endpoints.exportSameCard, (ctx) =>
  streamExport(ctx, ctx.body, (sql, request) => onSameCard(sql, request, Number(ctx.path.transactionId))),
);
