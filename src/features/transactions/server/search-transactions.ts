import { handle } from '#server/handler.ts';
import { searchTransactions as call } from '../calls.ts';
import { answerSearch } from './report/report-query.ts';

export const searchTransactions = handle(call, (ask) => answerSearch(ask, ask.body));
