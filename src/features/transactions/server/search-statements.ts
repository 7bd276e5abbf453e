import { handle } from '#server/handler.ts';
import { searchStatements as call } from '../calls.ts';
import { answerSearch } from './report/report-query.ts';

export const searchStatements = handle(call, (ask) => answerSearch(ask, ask.body));
