import { handle } from '#server/handler.ts';
import { countTransactions as call } from '../calls.ts';
import { answerCount } from './report/report-query.ts';

export const countTransactions = handle(call, async (ask) => ({ count: await answerCount(ask, ask.body) }));
