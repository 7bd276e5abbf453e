import { handle } from '#server/handler.ts';
import { searchSameCardStatements as call } from '../calls.ts';
import { answerSearch, onSameCard } from './report/report-query.ts';

export const searchSameCardStatements = handle(call, async (ask) =>
  answerSearch(ask, await onSameCard(ask.sql, ask.body, Number(ask.path.transactionId))),
);
