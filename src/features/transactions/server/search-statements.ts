import { handle } from '#server/handler.ts';
import { searchStatements as call } from '../calls.ts';
import { answerSnapshot } from './report/report-query.ts';

export const searchStatements = handle(call, (ask) => answerSnapshot(ask, ask.body));
