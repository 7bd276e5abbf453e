import { handleWithoutTransaction } from '#server/handler.ts';
import { exportTransactions as endpoint } from '../endpoints.ts';
import { streamExport } from './export/stream-export.ts';

export const exportTransactions = handleWithoutTransaction(endpoint, (ctx) => streamExport(ctx, ctx.body));
