import { handle } from '#server/handler.ts';
import { searchStatements as endpoint } from '../endpoints.ts';
import { searchSnapshot } from './report/report-query.ts';

export const searchStatements = handle(endpoint, (ctx) => searchSnapshot(ctx, ctx.body));
