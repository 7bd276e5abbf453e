import { handleWithoutTransaction } from '#server/handler.ts';
import { exportSameCard as endpoint } from '../endpoints.ts';
import { streamExport } from './export/stream-export.ts';
import { onSameCard } from './report/report-query.ts';

export const exportSameCard = handleWithoutTransaction(endpoint, (ctx) =>
  streamExport(ctx, ctx.body, (sql, request) => onSameCard(sql, request, Number(ctx.path.transactionId))),
);
